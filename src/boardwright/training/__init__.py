"""An example of learning: `boardwright train`, in one file to read and copy."""
