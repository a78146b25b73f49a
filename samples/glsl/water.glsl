#version 450 core
#extension GL_ARB_separate_shader_objects : enable

#define PI 3.14159265
#define SQUARE(x) ((x) * (x))
#define LIGHTS 4

#ifdef USE_FOG
const float fog_density = 0.02;
#else
const float fog_density = 0.0;
#endif

#if defined(QUALITY) && QUALITY > 1
const int octaves = 6;
#elif LIGHTS > 2
const int octaves = 4;
#else
const int octaves = 2;
#endif

struct Light {
    vec3 position;
    vec3 color;
    float power;
};

layout(location = 0) in vec3 v_world;
layout(location = 1) in vec2 v_uv;
layout(location = 2) flat in int v_kind;
layout(location = 0) out vec4 out_color;

layout(std140, set = 0, binding = 0) uniform Scene {
    mat4 view;
    vec4 eye;
    Light lights[LIGHTS];
    uint count;
} scene;

layout(std430, set = 0, binding = 1) readonly buffer Heights {
    uint width;
    float items[];
};

layout(set = 1, binding = 0) uniform texture2D normals;
layout(set = 1, binding = 1) uniform sampler normals_sampler;

const vec2 offsets[3] = vec2[3](vec2(0.0, 1.0), vec2(1.0, 0.0), vec2(-1.0, -1.0));

float hash(vec2 p);

float height_at(ivec2 cell) {
    uint at = uint(cell.y) * width + uint(cell.x);
    return items[at];
}

/* Sum of shrinking waves. */
float noise(in vec2 p, inout float weight, out int used) {
    float sum = 0.0;
    used = 0;
    for (int i = 0; i < octaves; ++i) {
        if (weight < 1e-3) break;
        sum += weight * hash(p * float(1 << i));
        weight *= .5;
        used++;
    }
    return sum;
}

float hash(vec2 p) {
    float k = sin(dot(p, vec2(12.5, 78.25))) * 4375.5;
    return fract(k);
}

vec3 tint(const int kind) {
    vec3 result = vec3(0.0);
    switch (kind) {
        case 0:
            result = vec3(0.1, 0.3, 0.5);
            break;
        case 1:
        case 2:
            result.rg = vec2(0.4);
            break;
        default:
            result = mix(vec3(1.0), vec3(0.2), 0.75);
    }
    return result;
}

void main() {
    float weight = 1.0;
    int used;
    float n = noise(v_uv + offsets[v_kind % 3], weight, used);
    vec3 normal = texture(sampler2D(normals, normals_sampler), v_uv).xyz * 2.0 - 1.0;
    vec3 total = tint(v_kind);
    uint i = 0u;
    while (i < scene.count && i < uint(LIGHTS)) {
        Light light = scene.lights[i];
        vec3 toward = light.position - v_world;
        float facing = max(dot(normalize(toward), normal), 0.0);
        total += light.color * facing * light.power / (1.0 + SQUARE(length(toward)));
        i += 1u;
    }
    bool hidden = n > 0.95 || !(used != 0) && height_at(ivec2(v_uv)) <= 0.0;
    if (hidden) {
        discard;
    } else if (fog_density > 0.0) {
        total = mix(total, vec3(0.5), exp(-fog_density * length(scene.eye.xyz)));
    }
    int bits = (used & 3) | (v_kind ^ 5) << 2;
    out_color = vec4(total, bits > 8 ? 1.0 : 0.9 + PI * 0.01);
}
