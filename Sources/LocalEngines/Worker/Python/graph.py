"""ONNX graphs that are written in memory, from weights that were published in other forms."""
import struct

import numpy as np


class Message:
    """The few forms of protobuf's wire format that ONNX needs."""

    @staticmethod
    def varint(number):
        number &= (1 << 64) - 1
        out = bytearray()
        while number >= 0x80:
            out.append(number & 0x7F | 0x80)
            number >>= 7
        out.append(number)
        return bytes(out)

    @classmethod
    def number(cls, field, value):
        return cls.varint(field << 3) + cls.varint(value)

    @classmethod
    def bytes(cls, field, value):
        value = value.encode() if isinstance(value, str) else value
        return cls.varint(field << 3 | 2) + cls.varint(len(value)) + value


class Graph:
    """An ONNX graph that grows: each method adds a node and gives the name of its output."""

    VERSION, OPERATORS = 8, 17
    FLOAT, LONG = 1, 7

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, values):
        values = np.ascontiguousarray(values)
        kind = self.LONG if values.dtype == np.int64 else self.FLOAT
        name = f"c{len(self.constants)}"
        dims = b"".join(Message.number(1, size) for size in values.shape)
        data = values.astype("<i8" if kind == self.LONG else "<f4").tobytes()
        self.constants.append(dims + Message.number(2, kind) + Message.bytes(8, name) + Message.bytes(9, data))
        return name

    def add(self, operator, *inputs, name=None, **attributes):
        name = name or f"n{len(self.nodes)}"
        node = b"".join(Message.bytes(1, value) for value in inputs) + Message.bytes(2, name) + Message.bytes(4, operator)
        for key, value in attributes.items():
            if isinstance(value, int):
                content = Message.number(3, value) + Message.number(20, 2)
            elif isinstance(value, float):
                content = Message.varint(2 << 3 | 5) + struct.pack("<f", value) + Message.number(20, 1)
            else:
                content = b"".join(Message.number(8, one) for one in value) + Message.number(20, 7)
            node += Message.bytes(5, Message.bytes(1, key) + content)
        self.nodes.append(node)
        return name

    def model(self, given, *answers):
        """given, answers: names of the graph's input and outputs, with a name or a number for each dimension."""
        graph = b"".join(Message.bytes(1, node) for node in self.nodes) + Message.bytes(2, "network")
        graph += b"".join(Message.bytes(5, constant) for constant in self.constants)
        graph += Message.bytes(11, self._value(*given))
        graph += b"".join(Message.bytes(12, self._value(*answer)) for answer in answers)
        operators = Message.bytes(1, "") + Message.number(2, self.OPERATORS)
        return Message.number(1, self.VERSION) + Message.bytes(7, graph) + Message.bytes(8, operators)

    def _value(self, name, dims):
        shape = b"".join(
            Message.bytes(1, Message.number(1, dim) if isinstance(dim, int) else Message.bytes(2, dim)) for dim in dims)
        tensor = Message.number(1, self.FLOAT) + Message.bytes(2, shape)
        return Message.bytes(1, name) + Message.bytes(2, Message.bytes(1, tensor))
