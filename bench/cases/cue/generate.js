// Writes the cases of this folder: configurations of services with one defect each.
//
//   node generate.js        writes every case: input.cue, test.sh, README
//
// The same numbers come out each time. Every defect sits at the end of a way through the configuration: a
// definition, a loop, an interpolation, a `let`, a default.
const fs = require("fs");
const path = require("path");

// A generator of numbers that is the same everywhere (xorshift).
function numbers(seed) {
  let state = seed * 2654435761 >>> 0 || 1;
  return (below) => {
    state ^= state << 13; state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5; state >>>= 0;
    return state % below;
  };
}

const NAMES = ["mailer", "billing", "search", "catalog", "orders", "gateway", "metrics", "audit", "images", "queue"];
const REGIONS = ["eu-west", "eu-north", "us-east", "ap-south"];
const TIERS = ["backend", "frontend", "data"];

// The definitions that services are made of.
function definitions(weighted) {
  return `#Port: int & >0 & <65536

#Resources: {
	cpu:    *"100m" | string
	memory: *"128Mi" | string
}

#Probe: {
	path:   *"/healthz" | string
	port:   #Port
	period: *10 | int & >=1
}

#Service: {
	name:     string
	image:    string
	replicas: *1 | int & >=0
${weighted ? "\tweight:   *1 | int\n" : ""}	port:     #Port
	region:   ${REGIONS.map((region) => `"${region}"`).join(" | ")}
	tier:     *"backend" | "frontend" | "data"
	env: [string]: string
	tags: [...string]
	resources: #Resources
	probe?: #Probe
}
`;
}

function service(pick, index) {
  const name = `${NAMES[pick(NAMES.length)]}${index}`;
  const port = 8000 + pick(1000);
  const lines = [
    `\tname:     "${name}"`,
    `\timage:    "\\(registry)/${name}:1.${pick(10)}.${pick(10)}"`,
    `\tport:     ${port}`,
    `\tregion:   "${REGIONS[pick(REGIONS.length)]}"`,
  ];
  if (pick(2)) lines.push(`\treplicas: ${1 + pick(9)}`);
  if (pick(2)) lines.push(`\ttier: "${TIERS[pick(TIERS.length)]}"`);
  if (pick(2)) lines.push(`\ttags: [${NAMES.slice(0, 1 + pick(3)).map((tag) => `"${tag}"`).join(", ")}]`);
  if (pick(2)) lines.push(`\tenv: {\n\t\tLOG_LEVEL: "${["warn", "info", "debug"][pick(3)]}"\n\t\tSHARD: "\\(${pick(7)} + 1)"\n\t}`);
  if (pick(2)) lines.push(`\tresources: cpu: "${100 * (1 + pick(9))}m"`);
  if (pick(2)) lines.push(`\tprobe: {port: ${port}, period: ${1 + pick(20)}}`);
  return { name, port, text: `services: ${name}: #Service & {\n${lines.join("\n")}\n}\n` };
}

// What is worked out from the services.
const DERIVED = [
  `endpoints: {
	for key, value in services {
		"\\(key)": "http://\\(value.name).\\(domain):\\(value.port)"
	}
}
`,
  `replicated: [ for value in services if value.replicas > 1 {value.name} ]
`,
  `summary: {
	let count = len(services)
	total:   count
	average: total / 2
	label:   strings.ToUpper("\\(domain)-\\(total)")
}
`,
  `sorted: list.SortStrings([ for key, _ in services {key} ])
`,
  `dashboards: [Name=string]: {
	title: "Dashboard of \\(Name)"
	panels: [...{kind: *"graph" | "table", query: string}]
}
dashboards: overview: panels: [{query: "rate(requests)"}, {kind: "table", query: "errors"}]
dashboards: detail: panels: [{query: "latency"}]
`,
];

// The defects: what is written into the configuration, and the message that has to stay.
const CASES = {
  "conflict": {
    seed: 11, services: 6,
    message: (at) => `quotas.${at.name}.limit: conflicting values 3 and "three"`,
    defect: (at) => `#Quota: {
	limit: int
	burst: limit * 2
}
quotas: [Name=string]: #Quota & {burst: <100}
let fallback = {limit: "three"}
quotas: ${at.name}: {
	limit: 3
	if at == "${at.name}" {fallback}
}
at: services.${at.name}.name
`,
  },
  "reference-cycle": {
    seed: 12, services: 4,
    message: () => "budget.base: cycle error",
    defect: (at) => `budget: {
	base:  ratio + 1
	ratio: shares.${at.name} * 2
	shares: {
		for key, value in services {
			"\\(key)": base + value.port
		}
	}
}
`,
  },
  "structural-cycle": {
    seed: 13, services: 5,
    message: () => "structural cycle",
    defect: () => `#Tree: {
	label: *"node" | string
	depth: int
	next:  #Tree & {depth: 1}
}
trees: {
	for key, value in services {
		"\\(key)": #Tree & {label: value.name, depth: 0}
	}
}
`,
  },
  "range-over-number": {
    seed: 14, services: 8,
    message: () => "alerts.above_80: invalid operand .*found int, want list or struct",
    defect: (at) => `limits: {
	hard: services.${at.name}.port
	soft: [80, 90]
}
alerts: {
	let source = limits.hard
	for threshold in limits.soft {
		"above_\\(threshold)": [ for step in source {step * threshold} ]
	}
}
`,
  },
  "builtin-argument": {
    seed: 15, services: 7,
    message: () => "invalid interpolation: error in call to strings.Repeat: strings: negative Repeat count",
    defect: (at) => `banner: {
	width: 8
	text:  services.${at.name}.name
	pad:   width - len(text) - 20
	line:  "\\(text)\\(strings.Repeat(fill, pad))"
	fill:  *"-" | string
}
`,
  },
  "closed-struct": {
    seed: 16, services: 9,
    message: (at) => `topics."${at.name}-events": field not allowed: retention`,
    defect: (at) => `#Topic: {
	name:       string
	partitions: *1 | int
	owner:      string
}
topics: [string]: #Topic
topics: {
	for key, value in services if value.port == ${at.port} {
		"\\(key)-events": {
			name:  "\\(key)-events"
			owner: value.name
			extra
		}
	}
}
extra: retention: days * 24
days: 7
`,
  },
  "disjunction": {
    seed: 17, services: 5,
    message: (at) => `plans.${at.name}.size: [0-9]+ errors in empty disjunction`,
    defect: (at) => `#Size: "small" | "medium" | "large"
#Plan: {
	size: #Size
	disk: *"ssd" | "hdd"
}
plans: {
	for key, value in services {
		"\\(key)": #Plan & {size: sizes[value.tier]}
	}
}
sizes: {backend: "small", frontend: "medium", data: "large"}
sizes: {
	if services.${at.name}.port > 0 {override}
}
override: backend: "tiny" | "huge"
plans: ${at.name}: size: "tiny" & (#Size | "colossal")
`,
  },
  "index-out-of-range": {
    seed: 18, services: 6,
    message: (at) => `placement.${at.name}: invalid list index 5 .out of bounds.`,
    defect: (at) => `zones: ["a", "b", "c"]
placement: {
	let shift = 2
	for key, value in services if value.name == "${at.name}" {
		"\\(key)": zones[offset + shift]
	}
	offset: len(zones)
}
`,
  },
  "division-by-zero": {
    seed: 19, services: 7, weighted: true,
    message: (at) => `shares.${at.name}: failed arithmetic: division by zero`,
    defect: (at) => `services: ${at.name}: weight: idle
idle: 0
shares: {
	for key, value in services {
		"\\(key)": 100 / value.weight
	}
}
`,
  },
  "undefined-field": {
    seed: 20, services: 10,
    message: (at) => `backups.${at.name}.schedule: invalid interpolation: undefined field: window`,
    defect: (at) => `#Backup: {
	target:   string
	schedule: "every \\(settings.window) hours"
	settings: {keep: int, ...}
}
backups: "${at.name}": #Backup & {
	target: services["${at.name}"].name
	settings: keep: defaults.keep
}
let defaults = {keep: 14, compress: true}
`,
  },
  "unknown-import": {
    seed: 21, services: 4, imports: ["encoding/toml"],
    message: () => 'builtin package "encoding/toml" undefined',
    defect: (at) => `rendered: {
	for key, value in services {
		"\\(key).toml": toml.Marshal({name: value.name, port: value.port})
	}
}
`,
  },
  "out-of-bound": {
    seed: 22, services: 8,
    message: (at) => `proxies.${at.name}.listen: invalid value 70000 .out of bound <65536.`,
    defect: (at) => `proxies: {
	let step = 10000
	base: step * 6
	for key, value in services if value.name == "${at.name}" {
		"\\(key)": #Proxy & {listen: base + step}
	}
}
#Proxy: {
	listen: #Port
	mode:   *"tcp" | "udp"
}
`,
  },
  "list-length": {
    seed: 23, services: 6,
    message: (at) => `mirrors.${at.name}: incompatible list lengths .2 and 3.`,
    defect: (at) => `#Pair: [string, string]
mirrors: {
	for key, value in services if value.port == ${at.port} {
		"\\(key)": #Pair & [value.name, "\\(value.name)-standby", spare]
	}
}
spare: "\\(services.${at.name}.region)-spare"
`,
  },
  "interpolated-struct": {
    seed: 24, services: 5,
    message: () => "owners.note: invalid interpolation: cannot use .*type struct",
    defect: (at) => `owners: {
	team: {name: "core", mail: "core@\\(domain)"}
	note: "owned by \\(contact)"
	contact: people.${at.name}
}
people: {
	for key, value in services {
		"\\(key)": owners.team & {on_call: value.name}
	}
}
`,
  },
  // These are bugs of the evaluator: later versions find nothing wrong.
  "issue-2209": {
    seed: 25, services: 6,
    message: () => "rollout: 1 errors in empty disjunction",
    defect: (at) => `rollout: {
	#Pod: replicas: 1
	{http: int} | {grpc: int}
	{tls: int} | {grpc: int}
	chosen: target.zone
	target: *#Pod | #Node
	#Node: {
		rack: 1
		zone: 1
	}
	target: rack: ratio / ratio
	let ratio = services.${at.name}.port
}
`,
  },
  "issue-2473": {
    seed: 26, services: 6,
    message: () => "cannot add field [^ ]*: was already used",
    defect: (at) => `stage: {
	name:   "live"
	name:   "test" | "live"
	chosen: name
	if chosen == "live" && services.${at.name}.port > 0 {
		{
			chosen:  string
			banner: "\\(chosen) on \\(domain)"
		}
	}
}
`,
  },
};

// A configuration with a defect, and the message that it leads to.
function configuration(spec) {
  const pick = numbers(spec.seed);
  const services = [];
  for (let index = 0; index < spec.services; index++) services.push(service(pick, index));
  const imports = ["list", "strings", ...(spec.imports || [])].map((name) => `\t"${name}"`).join("\n");
  const parts = [definitions(spec.weighted), ...services.map((it) => it.text), ...DERIVED];
  const at = services[pick(services.length)];
  if (spec.defect) parts.splice(1 + pick(parts.length), 0, spec.defect(at));
  const head = `package config\n\nimport (\n${imports}\n)\n\ndomain:   "cluster.local"\nregistry: "registry.\\(domain)"\n\n`;
  return { text: head + parts.join("\n"), message: spec.message && spec.message(at), at };
}

// The same defect with no more around it than it needs.
function core(spec, at) {
  const names = [spec.defect(at).includes("strings.") && "strings", ...(spec.imports || [])].filter(Boolean);
  const imports = names.map((name) => `import "${name}"\n`).join("");
  const needs = (word) => spec.defect(at).includes(word);
  const fields = [
    `\tname: "${at.name}"`,
    `\tport: ${at.port}`,
    needs("tier") && '\ttier: "backend"',
    needs("region") && '\tregion: "eu-west"',
    spec.weighted && "\tweight: int",
  ].filter(Boolean);
  const parts = [
    needs("#Port") && "#Port: int & >0 & <65536\n",
    needs("domain") && 'domain: "cluster.local"\n',
    `services: ${at.name}: {\n${fields.join("\n")}\n}\n`,
    spec.defect(at),
  ].filter(Boolean);
  return imports + parts.join("");
}

const test = (message) => `#!/bin/bash
# Interesting: CUE v0.4.3 (npm cue-wasm 1.0.0) answers with an error that matches: ${message}
# With the server of ../serve.js running a call takes milliseconds, without it about two seconds.
tools=\${BENCH_TOOLS:-/opt/bench-tools}
message='${message}'
if [ -S "$tools/cue.sock" ]; then
  answer=$(timeout 20 curl -s --unix-socket "$tools/cue.sock" --data-binary @input.cue http://cue/export) || exit 1
else
  answer=$(timeout 60 node "$tools/cue-wasm-1.0.0/export.js" input.cue) || exit 1
fi
[ "\${answer%%$'\\n'*}" = error ] && grep -qE "$message" <<<"$answer"
`;

const readme = (what, spec, message) => `CUE: ${what}, evaluated by CUE v0.4.3.
Install: mkdir -p /opt/bench-tools/cue-wasm-1.0.0 && cd /opt/bench-tools/cue-wasm-1.0.0 && npm init -y && npm i cue-wasm@1.0.0
         node serve.js install       # in bench/cases/cue; then \`node serve.js &\` keeps the evaluator warm
Made by: node generate.js (seed ${spec.seed}). Interesting: the evaluator's error matches "${message}".
`;

function write(name, what, spec, text, message) {
  const folder = path.join(__dirname, name);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "input.cue"), text);
  fs.writeFileSync(path.join(folder, "test.sh"), test(message), { mode: 0o755 });
  fs.writeFileSync(path.join(folder, "README"), readme(what, spec, message));
}

// Without a defect there is no error: `node generate.js plain` shows it.
if (process.argv[2] === "plain") {
  process.stdout.write(configuration({ seed: 10, services: 6 }).text);
} else {
  for (const [name, spec] of Object.entries(CASES)) {
    const { text, message, at } = configuration(spec);
    write(`${name}-full`, `a generated configuration of services with one defect (${name})`, spec, text, message);
    write(`${name}-core`, `a defect (${name}) with no more around it than it needs`, spec, core(spec, at), message);
  }
}
