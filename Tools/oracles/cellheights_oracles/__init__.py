"""Independent answers that cellheights is compared with; `scripts/oracles` runs them."""
