"""How what is shipped as learned or collected was made: models, visual words, tables of words."""
