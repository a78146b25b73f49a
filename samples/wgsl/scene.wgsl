// A small forward renderer with one light list.
diagnostic(off, derivative_uniformity);
requires pointer_composite_access, packed_4x8_integer_dot_product;

alias Color = vec3<f32>;
const channel_count = 3u;
const tint: array<f32, channel_count> = array(0x1.8p-1, 1f, .75);
const_assert channel_count == 3u && tint[0] <= 1.0;

struct Camera {
    view: mat4x4<f32>,
    proj: mat4x4<f32>,
    eye: vec3<f32>,
    time: f32,
}

struct Light {
    @align(8 * 2) position: vec3<f32>,
    @size(channel_count * 4u + 4u) color: Color,
    power: f32,
};

struct Lights {
    count: u32,
    items: array<Light>,
}

struct VertexOut {
    @builtin(position) @invariant clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) @interpolate(perspective, centroid) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(1 + 2) @interpolate(flat) id: u32,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage, read> lights: Lights;
@group(1) @binding(0) var albedo: texture_2d<f32>;
@group(1) @binding(1) var albedo_sampler: sampler;
@group(1) @binding(2) var shadow: texture_depth_2d;
@group(1) @binding(3) var shadow_sampler: sampler_comparison;

override exposure: f32 = 1.25;
override use_shadow: bool = true;
@id(7) override steps: u32;

var<private> seed: u32 = 0x9E37u;

/* Hash used for dithering. /* It nests. */ */
@must_use
fn hash(x: u32) -> u32 {
    var h = x ^ seed;
    h *= 0x85EBu;
    h ^= h >> 13u;
    h = (h & 0xFFFFu) | (~h << (steps % 32u));
    return h;
}

fn attenuate(distance: f32, power: f32) -> f32 {
    if (distance <= 0.0) {
        return power;
    } else if distance > 1e2 {
        return 0x0p0;
    } else if !(distance >= 1.0) {
        return power * 5e-1f;
    } else {
        return power / (1.0 + distance * distance);
    }
}

fn shade(normal: vec3<f32>, world: vec3<f32>) -> Color {
    var total = Color();
    for (var i = 0u; i < lights.count; i++) {
        let light = &lights.items[i];
        let toward = (*light).position - world;
        let facing = max(dot(normalize(toward), normal), 0.0);
        if (facing == 0.0 || light.power < 0.001) {
            continue;
        }
        total += light.color * facing * attenuate(length(toward), light.power);
    }
    total.g *= tint[1];
    return total;
}

@vertex
fn vertex_main(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @builtin(instance_index) instance: u32,
) -> VertexOut {
    var out: VertexOut;
    out.world = position + vec3<f32>(f32(instance) * 2.0, 0.0, sin(camera.time));
    out.clip = camera.proj * camera.view * vec4<f32>(out.world, 1.0);
    out.normal = normalize(normal);
    out.uv = uv.yx;
    out.id = instance;
    return out;
}

@fragment
fn fragment_main(in: VertexOut) -> @location(0) vec4<f32> {
    let base = textureSample(albedo, albedo_sampler, in.uv);
    let lit = textureSampleCompare(shadow, shadow_sampler, in.uv, 0.5);
    if (base.a < 0.1 && in.id != 0u) {
        discard;
    }
    let noise = f32(hash(in.id) % 255u) / 255.0;
    let light = shade(in.normal, in.world) * select(1.0, lit, use_shadow);
    return vec4<f32>(base.rgb * light * exposure + noise * 0.01, base.a);
}
