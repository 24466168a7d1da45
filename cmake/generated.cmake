# Everything made from api/ by tools/apigen.py.
