"""Records of flights played at the table, checked card by card."""
