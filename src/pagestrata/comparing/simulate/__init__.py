"""The change simulator of paper 1 (§7.2): versions with a true delta, made from any tree."""
