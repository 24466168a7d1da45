# make install: a relocatable tree.
