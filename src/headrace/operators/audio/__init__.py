"""Signals: spectra, levels, filters."""
