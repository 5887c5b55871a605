"""Class IVC: builds of four quarters, the fleets that two dice make of them, insurance, and level IV (2007 edition)."""
