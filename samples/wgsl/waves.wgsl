// Water simulation on a grid: one compute pass and one drawing pass.
enable f16;

const width = 16u;
const kinds = array(0, 1, 1 + 1);

struct Params {
    size: vec2<u32>,
    damping: f32,
    step: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read_write> after: array<f32>;
@group(0) @binding(3) var depth_map: texture_multisampled_2d<f32>;
@group(0) @binding(4) var target_map: texture_storage_2d<rgba8unorm, write>;

var<workgroup> tile: array<array<f32, width + 2>, width + 2>;
var<workgroup> highest: atomic<u32>;

fn index_of(cell: vec2<i32>) -> u32 {
    let limit = vec2<i32>(params.size) - vec2<i32>(1, 1);
    let safe = clamp(cell, vec2<i32>(0, 0), limit);
    return u32(safe.y) * params.size.x + u32(safe.x);
}

fn raise(cell: ptr<function, f32>, amount: f32) -> f32 {
    (*cell) += amount;
    return *cell;
}

fn kind_of(depth: f32) -> i32 {
    var<function> kind: i32 = -1;
    switch i32(depth * 10.0) {
        case 0, 1: {
            kind = kinds[0];
        }
        case 2 {
            kind = 1;
        }
        case 1 << 2, default {
            kind = kinds[2];
        }
    }
    switch (kind) {
        default: {;}
    }
    return kind;
}

@compute @workgroup_size(width, 4 * 4, 1)
fn simulate(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
) {
    let cell = vec2<i32>(id.xy);
    tile[local.x][local.y] = before[index_of(cell)];
    workgroupBarrier();

    const around = array<vec2<i32>, 4>(
        vec2<i32>(1, 0),
        vec2<i32>(-1, 0),
        vec2<i32>(0, 1),
        vec2<i32>(0, -1),
    );
    var sum = 0.0;
    var i = 0;
    loop {
        sum += before[index_of(cell + around[i])];
        continuing {
            i++;
            break if i >= 4;
        }
    }

    var value = (sum * 0.5 - tile[local.x][local.y]) * params.damping;
    _ = raise(&value, 0.25 * params.step);
    while (abs(value) > 1.0) {
        value /= 2.0;
    }
    let bits = bitcast<u32>(value) >> 2u;
    let odd = (bits & 1u) == 1u;
    if !odd {
        value = -value;
    }
    {
        let kind = kind_of(textureLoad(depth_map, cell, 0).r);
        value -= f32(kind) * .5 + f32(1.5h) + 1.5e-3f;
    }
    loop {
        i--;
        if i < 0 {
            break;
        }
    }
    atomicMax(&highest, bits);
    if (any(id.xy >= params.size)) {
        return;
    }
    textureStore(target_map, cell, vec4(value, f32(atomicLoad(&highest)), 0.0, 1.0));
    after[index_of(cell)] = value;
}

@vertex
fn draw_vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    var corners = array<vec2<f32>, 3>(vec2<f32>(-1.0, -3.0), vec2(3.0, 1.0), vec2(-1.0, 1.0));
    let turn = mat2x2<f32>(1.0, 0.0, 0.0, 1.0);
    return vec4<f32>(turn * corners[i % 3u], 0.0, 1.0);
}

@diagnostic(off, derivative_uniformity) @fragment
fn draw_fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let height = before[index_of(vec2<i32>(at.xy))];
    let blend = smoothstep(-1.0, 1.0, height) * f32(height != 0.0);
    return mix(vec4<f32>(0.0, 0.1, 0.3, 1.0), vec4<f32>(0.8), blend).bgra;
}
