"""Values and what they are made of; knows no operator."""
