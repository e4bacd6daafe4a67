"""From the documents of rule files to declarations: keys, shapes, and how each of them is read."""
