#version 450
// Skinned mesh, vertex stage.

layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv;
layout(location = 3) in uvec4 a_bones;
layout(location = 4) in vec4 a_weights;

layout(location = 0) out vec3 v_world;
layout(location = 1) smooth out vec2 v_uv;
layout(location = 2) flat out int v_kind;
layout(location = 3) noperspective centroid out vec3 v_normal;

layout(push_constant) uniform Push {
    mat4 model;
    float time;
    int mode;
} push;

layout(set = 0, binding = 0) uniform Camera {
    mat4 view;
    mat4 proj;
    vec3 eye;
};

layout(set = 0, binding = 1, std430) buffer Bones {
    mat4 bones[64];
};

struct Wave {
    vec2 direction;
    float length, height;
};

const float TAU = 6.2831853;
const float scales[4] = float[4](0.5, 1.0, 2.0, 4.0);
const uint MASK = 0xFFu;
float last = 0.0;

mat4 skin(uvec4 which, vec4 weight) {
    mat4 sum = mat4(0.0);
    for (int i = 0; i < 4; i++) {
        if (weight[i] == 0.0) {
            continue;
        }
        sum += bones[which[i] & MASK] * weight[i];
    }
    return sum;
}

float wave(Wave w, vec2 at, float time) {
    float k = TAU / w.length;
    return w.height * sin(k * dot(w.direction, at) - time);
}

vec3 sway(vec3 p) {
    Wave w = Wave(vec2(1.0, 0.5), 3.0, 0.1);
    float power = 1.0, total = 0.0;
    int left = 3;
    do {
        total += wave(w, p.xz, push.time) * power;
        power /= 2.0;
        w.direction = w.direction.yx;
        --left;
    } while (left > 0);
    last = total;
    return p + vec3(0.0, total, 0.0);
}

void scale_by(inout vec3 p, int mode) {
    int n = scales.length();
    p *= scales[clamp(mode, 0, n - 1)];
}

void main(void) {
    mat4 bone = skin(a_bones, a_weights);
    vec4 local = bone * vec4(a_position, 1.0);
    vec3 moved = push.mode >= 2 ? sway(local.xyz) : local.xyz;
    scale_by(moved, push.mode);

    vec4 world = push.model * vec4(moved, 1.0);
    v_world = world.xyz / world.w;
    v_uv = vec2(a_uv.s, 1.0 - a_uv.t);
    v_kind = int(gl_VertexIndex % 3) << 1;
    v_normal = mat3(push.model) * a_normal;

    float away = distance(eye, v_world);
    if (away > 1.0e3) { v_kind = -1; }
    v_kind |= ~0 & 4;
    gl_Position = proj * view * world;
}
