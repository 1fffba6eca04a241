"""The program that visits by itself: one daemon or several, politely, and what it does beside."""
