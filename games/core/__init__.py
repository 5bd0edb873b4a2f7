"""What every game shares: the contract, chance, options, records, errors."""
