"""WebGPU over Vulkan (PyPI's wgpu): a compute shader, and a triangle drawn off screen a few times."""
import os

os.environ["WGPU_BACKEND_TYPE"] = "Vulkan"
import numpy
import wgpu
from wgpu.utils.compute import compute_with_buffers

DOUBLE = """
@group(0) @binding(0) var<storage, read> numbers: array<i32>;
@group(0) @binding(1) var<storage, read_write> doubled: array<i32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) { doubled[id.x] = numbers[id.x] * 2; }
"""
TRIANGLE = """
@vertex fn corner(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    var at = array<vec2<f32>, 3>(vec2(0.0, 0.5), vec2(-0.5, -0.5), vec2(0.5, -0.5));
    return vec4(at[i], 0.0, 1.0);
}
@fragment fn colour() -> @location(0) vec4<f32> { return vec4(1.0, 0.0, 0.0, 1.0); }
"""
SIDE = 256

numbers = numpy.arange(SIDE, dtype=numpy.int32)
out = compute_with_buffers({0: numbers}, {1: (SIDE, "i")}, DOUBLE, n=SIDE)
assert numpy.array_equal(numpy.frombuffer(out[1], dtype=numpy.int32), numbers * 2)

device = wgpu.gpu.request_adapter_sync(power_preference="high-performance").request_device_sync()
shader = device.create_shader_module(code=TRIANGLE)
usage = wgpu.TextureUsage.RENDER_ATTACHMENT | wgpu.TextureUsage.COPY_SRC
picture = device.create_texture(size=(SIDE, SIDE, 1), format="rgba8unorm", usage=usage)
pipeline = device.create_render_pipeline(
    layout="auto", vertex={"module": shader, "entry_point": "corner"}, primitive={"topology": "triangle-list"},
    fragment={"module": shader, "entry_point": "colour", "targets": [{"format": "rgba8unorm"}]})
for _ in range(10):
    encoder = device.create_command_encoder()
    target = {"view": picture.create_view(), "load_op": "clear", "store_op": "store", "clear_value": (0, 0, 0, 1)}
    render = encoder.begin_render_pass(color_attachments=[target])
    render.set_pipeline(pipeline)
    render.draw(3, 1, 0, 0)
    render.end()
    device.queue.submit([encoder.finish()])
pixels = bytes(device.queue.read_texture({"texture": picture}, {"bytes_per_row": 4 * SIDE}, (SIDE, SIDE, 1)))
middle = 4 * (SIDE * SIDE // 2 + SIDE // 2)
assert pixels[middle:middle + 4] == b"\xff\x00\x00\xff"
