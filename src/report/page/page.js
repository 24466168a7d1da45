"use strict";
/* The page's behaviour: filters over its findings, and a drawn timeline for those whose calls were recorded.  Findings are
 * readable without it. */

const findings = [...document.querySelectorAll("details.finding")];

/* --- filters --- */

const filters = document.getElementById("filters");
const fields = { text: filters.querySelector("[name=text]"), rule: filters.querySelector("[name=rule]"),
    file: filters.querySelector("[name=file]"), process: filters.querySelector("[name=process]") };
const severities = [...filters.querySelectorAll("button[data-severity]")];
const shown = filters.querySelector("output");

function fill(select, counts) {
    for (const [value, count] of [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
        select.add(new Option(`${value} (${count})`, value));
    select.hidden = counts.size < 2;
}

function countBy(name) {
    const counts = new Map();
    for (const finding of findings)
        if (finding.dataset[name])
            counts.set(finding.dataset[name], (counts.get(finding.dataset[name]) || 0) + 1);
    return counts;
}

const texts = new Map(); /* finding -> what it says, once it was searched */
function says(finding, words) {
    if (!texts.has(finding))
        texts.set(finding, finding.textContent.toLowerCase());
    return words.every(word => texts.get(finding).includes(word));
}

function apply() {
    const words = fields.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const on = new Set(severities.filter(b => b.getAttribute("aria-pressed") === "true").map(b => b.dataset.severity));
    let count = 0;
    for (const finding of findings) {
        const { severity, rule, file, processes } = finding.dataset;
        const keep = on.has(severity) && (!fields.rule.value || rule === fields.rule.value) && (!fields.file.value || file === fields.file.value) &&
            (!fields.process.value || !processes || processes.split(" ").includes(fields.process.value)) && says(finding, words);
        finding.hidden = !keep;
        count += keep;
    }
    shown.textContent = count === findings.length ? `${count} findings` : `${count} of ${findings.length}`;
}

/* The filters are a part of the address, so that what they show can be sent to somebody. */
function save() {
    const state = new URLSearchParams();
    for (const name in fields)
        if (fields[name].value)
            state.set(name, fields[name].value);
    const off = severities.filter(b => b.getAttribute("aria-pressed") !== "true").map(b => b.dataset.severity);
    if (off.length)
        state.set("without", off.join(" "));
    history.replaceState(null, "", state.size ? `#${state}` : location.pathname + location.search);
    apply();
}

function restore() {
    const state = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
    for (const name in fields)
        fields[name].value = state.get(name) || "";
    const off = (state.get("without") || "").split(" ");
    for (const button of severities)
        button.setAttribute("aria-pressed", String(!off.includes(button.dataset.severity)));
    apply();
    const named = /^#f\d+$/.test(location.hash) && document.querySelector(location.hash);
    if (named) {
        named.open = true;
        named.scrollIntoView();
    }
}

fill(fields.rule, countBy("rule"));
fill(fields.file, countBy("file"));
fields.process.hidden = fields.process.options.length < 3;
for (const name in fields)
    fields[name].addEventListener("input", save);
for (const button of severities)
    button.addEventListener("click", () => {
        button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
        save();
    });
filters.querySelector("[name=open]").addEventListener("click", () => {
    const some = findings.filter(f => !f.hidden);
    const open = some.some(f => !f.open);
    for (const finding of some)
        finding.open = open;
});
addEventListener("hashchange", restore);
filters.hidden = findings.length < 2;
restore();

/* --- calls --- */

/* A call as the page holds it: position among all, start and duration in us, thread, lane of its stream (0: none), until when what it
 * enqueued may be under way (0: nothing), kind, words of name, kernel and place, bytes, memory in use after it, flags, result, handle, mark, range. */
const KINDS = ["other", "memory", "memory", "copy", "kernel", "wait"];
const FAILED = 1, ANSWERED = 2;
const recorded = new Map();

function callsOf(number) {
    if (recorded.has(number))
        return recorded.get(number);
    const data = JSON.parse(document.getElementById(`calls-${number}`).textContent);
    const word = i => i < 0 ? "" : data.words[i];
    data.calls = data.calls.map(c => ({ position: c[0], start: c[1], end: c[1] + c[2], thread: c[3], lane: c[4], until: c[5], kind: KINDS[c[6]], allocates: c[6] === 1,
        name: word(c[7]), kernel: word(c[8]), place: word(c[9]), bytes: c[10], usage: c[11], flags: c[12], result: c[13], object: word(c[14]),
        mark: word(c[15]), range: word(c[16]) }));
    recorded.set(number, data);
    return data;
}

function time(us, sign) {
    const size = Math.abs(us), unit = size >= 1e6 ? [1e6, "s"] : size >= 1e3 ? [1e3, "ms"] : [1, "µs"];
    const value = size / unit[0], digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return (us < 0 ? "−" : sign ? "+" : "") + value.toFixed(digits) + " " + unit[1];
}

function size(bytes) {
    const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let i = 0;
    while (bytes >= 1024 && i < units.length - 1) {
        bytes /= 1024;
        i++;
    }
    return `${i && bytes % 1 ? bytes.toFixed(1) : bytes} ${units[i]}`;
}

function make(name, attributes, ...children) {
    const svg = ["svg", "g", "rect", "path", "line", "text", "title", "polygon"].includes(name);
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const key in attributes)
        element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
}

/* What is drawn: the calls around the finding's and those that it names. */
function chosen(figure) {
    const data = callsOf(figure.dataset.of), own = data.calls[figure.dataset.at];
    const parts = figure.dataset.parts.split("\n").filter(Boolean).map(p => p.match(/^(\d+) (.*)/)).map(([, i, word]) => ({ word, call: data.calls[i] }));
    const calls = new Set(parts.map(p => p.call));
    for (let i = +figure.dataset.from; i <= +figure.dataset.to; i++)
        calls.add(data.calls[i]);
    return { data, own, parts, calls: [...calls].sort((a, b) => a.position - b.position) };
}

/* --- where in the drawing: time is compressed, so that each call can be read --- */

const ROW = 30, BAR = 24, LETTER = 6.7, LEAST = 26, BREAK = 84;

function label(call) { return call.name.length > 24 ? call.name.slice(0, 23) + "…" : call.name; }

function scale(calls, last) {
    const times = [...new Set(calls.flatMap(c => [c.start, c.end, c.until ? Math.min(c.until, last) : c.end]))].sort((a, b) => a - b);
    const index = new Map(times.map((t, i) => [t, i]));
    const widths = times.map((t, i) => i ? Math.min(4 + 7 * Math.log2(1 + 2 * (t - times[i - 1])), 80) : 0);
    const breaks = [];
    calls.forEach((call, i) => {
        const missing = i ? call.position - calls[i - 1].position - 1 : 0;
        if (missing > 0 && index.get(call.start) > 0) {
            widths[index.get(call.start)] += BREAK;
            breaks.push({ before: call.start, missing });
        }
    });
    const stretch = (from, to, need) => {
        const a = index.get(from), b = index.get(to);
        let have = 0;
        for (let i = a + 1; i <= b; i++)
            have += widths[i];
        for (let i = a + 1; i <= b && have < need; i++)
            widths[i] += (need - have) / (b - a);
    };
    const extra = [];
    for (const call of calls) {
        const need = Math.max(LEAST, label(call).length * LETTER + 12);
        if (call.end > call.start)
            stretch(call.start, call.end, need);
        else
            extra.push(call);
    }
    for (const call of extra) /* no time has passed: what follows has to stay clear of it */
        if (index.get(call.end) + 1 < times.length)
            widths[index.get(call.end) + 1] += LEAST;
    const at = [16];
    for (let i = 1; i < times.length; i++)
        at[i] = at[i - 1] + widths[i];
    return { x: t => at[index.get(t)], breaks, times, width: at[at.length - 1] + 24 };
}

/* --- drawing --- */

function describe(call, own, parts) {
    const word = call === own ? "this call" : (parts.find(p => p.call === call) || {}).word;
    const facts = [call.kernel && `kernel ${call.kernel}`, !call.kernel && call.bytes && size(call.bytes), call.object && `object ${call.object}`,
        call.stream, call.mark && `in ${call.mark}`, call.range && `in ${call.range}`, call.place && `at ${call.place}`, `took ${time(call.end - call.start)}`,
        call.flags & FAILED && `failed with ${call.result}`, call.flags & ANSWERED && "not forwarded"].filter(Boolean);
    return { word, name: call.name, when: call === own ? "" : time(call.start - own.start, true), facts };
}

function draw(figure) {
    const { data, own, parts, calls } = chosen(figure);
    for (const call of calls)
        call.stream = call.lane ? data.lanes[call.lane - 1] : "";
    const last = Math.max(...calls.map(c => c.end));
    const axis = scale(calls, last);
    const order = [...parts].sort((a, b) => a.call.start - b.call.start);
    const top = 12 + 18 * order.length;
    const threads = [...new Set([own.thread, ...calls.map(c => c.thread)])];
    const lanes = [...new Set(calls.filter(c => c.until && c.lane).map(c => c.lane))].sort((a, b) => a - b);
    const most = Math.max(...calls.map(c => c.usage));
    const rowOfThread = t => top + ROW * threads.indexOf(t), rowOfLane = l => top + ROW * (threads.length + lanes.indexOf(l));
    const sections = sectionsOf(calls, own.thread);
    const sectionTop = top + ROW * (threads.length + lanes.length);
    const memoryTop = sectionTop + (sections.length ? ROW : 0), bottom = memoryTop + (most ? 48 : 0);
    const svg = make("svg", { width: axis.width, height: bottom + 26, role: "img", "aria-label": "calls around the finding" });
    const names = make("div", { class: "names" });
    const name = (y, text, title) => names.append(make("div", { style: `top:${y}px`, title: title || text }, text));

    for (let y = top; y <= memoryTop; y += ROW)
        svg.append(make("line", { class: "lane", x1: 0, x2: axis.width, y1: y - 3, y2: y - 3 }));
    threads.forEach(t => name(rowOfThread(t), `thread ${t}`));
    lanes.forEach(l => name(rowOfLane(l), data.lanes[l - 1].replace(/^stream /, ""), data.lanes[l - 1]));
    for (const { before, missing } of axis.breaks) {
        const right = axis.x(before) - 4, left = right - BREAK + 8;
        svg.append(make("rect", { class: "break", x: left, y: top - 2, width: right - left, height: bottom - top }),
            make("text", { class: "faint", x: (left + right) / 2, y: top + 16, "text-anchor": "middle" }, `${missing} call${missing > 1 ? "s" : ""}`));
    }
    if (sections.length)
        name(sectionTop, "ranges");
    for (const { text, from, to } of sections) {
        const x = axis.x(from), width = Math.max(axis.x(to) - x, LEAST);
        svg.append(make("rect", { class: "section", x, y: sectionTop, width, height: BAR - 4, rx: 3 }),
            make("svg", { x, y: sectionTop, width, height: BAR }, make("text", { x: 6, y: 15, "data-from": 6, "data-left": x, "data-room": width }, text)));
    }
    if (most)
        drawMemory(svg, name, axis, calls, most, memoryTop);
    const middle = axis.x(own.start) + 8;
    svg.append(make("line", { class: "here", x1: middle, x2: middle, y1: top + BAR, y2: bottom }));

    const info = make("output", { class: "info" });
    const bars = new Map();
    const choose = call => {
        const { word, name, when, facts } = describe(call, own, parts);
        info.replaceChildren(...(word ? [make("b", {}, word), " "] : []), name, ...[when, ...facts].filter(Boolean).flatMap(f => [" · ", f]));
        for (const [other, list] of bars)
            list.forEach(bar => bar.classList.toggle("chosen", other === call));
    };
    const bar = (call, x, end, y, text, more) => {
        const kind = `bar ${call.kind} ${more} ${call.flags & FAILED ? "failed" : ""} ${call === own && more !== "device" ? "own" : ""} ${parts.some(p => p.call === call) ? "part" : ""}`;
        const width = Math.max(end - x, more === "device" ? 4 : LEAST);
        const { name, when, facts } = describe(call, own, parts);
        const clip = make("svg", { x, y, width, height: BAR }, make("text", { x: 6, y: 16, "data-from": 6, "data-left": x, "data-room": width }, text));
        const group = make("g", { class: kind, tabindex: 0 }, make("rect", { x, y, width, height: BAR - 4, rx: 3 }), clip,
            make("title", {}, [name, when, ...facts].filter(Boolean).join("\n")));
        group.addEventListener("click", () => choose(call));
        group.addEventListener("focus", () => choose(call));
        bars.set(call, [...(bars.get(call) || []), group]);
        svg.append(group);
    };
    for (const call of calls) {
        if (call.until && call.lane)
            bar(call, axis.x(call.start), axis.x(Math.min(call.until, last)), rowOfLane(call.lane), call.kernel || call.name, "device");
        bar(call, axis.x(call.start), axis.x(call.end), rowOfThread(call.thread), label(call), "");
    }
    drawArrows(svg, axis, own, order, rowOfThread);
    drawAxis(svg, axis, calls, own, bottom + 17);
    const scroll = make("div", { class: "scroll" }, svg);
    figure.replaceChildren(make("div", { class: "plot" }, names, scroll), info, key(calls, most), list(data, own, parts, calls));
    choose(own);
    scroll.addEventListener("scroll", () => keepWords(svg, scroll.scrollLeft), { passive: true });
    scroll.scrollLeft = axis.x(own.start) - scroll.clientWidth * .6;
}

/* What the program says that it does: calls that follow each other in the same mark and range. */
function sectionsOf(calls, thread) {
    const sections = [];
    for (const call of calls.filter(c => c.thread === thread)) {
        const text = [call.mark, call.range].filter(Boolean).join(" / "), last = sections[sections.length - 1];
        if (last && last.text === text)
            last.to = call.end;
        else
            sections.push({ text, from: call.start, to: call.end });
    }
    return sections.filter(s => s.text);
}

function drawArrows(svg, axis, own, order, row) {
    const from = axis.x(own.start), width = Math.max(axis.x(own.end) - from, LEAST);
    order.forEach(({ word, call }, i) => {
        const y = 14 + 18 * i, x1 = axis.x(call.start) + 8, y1 = row(call.thread) - 1;
        const x2 = from + width * (order.length - i) / (order.length + 1), y2 = row(own.thread) - 2;
        const bend = x1 < x2 ? 5 : -5;
        svg.append(make("path", { class: "arrow", d: `M${x1},${y1}V${y + 5}q0,-5 ${bend},-5H${x2 - bend}q${bend},0 ${bend},5V${y2 - 4}` }),
            make("polygon", { class: "head", points: `${x2 - 4},${y2 - 6} ${x2 + 4},${y2 - 6} ${x2},${y2 + 1}` }),
            make("text", { class: "word", x: Math.min(x1, x2) + 8, y: y - 3, "data-from": Math.min(x1, x2) + 8, "data-left": 0, "data-room": Math.max(x1, x2) }, word));
    });
}

/* Words of what begins further left than what is in view move with the view. */
function keepWords(svg, left) {
    for (const text of svg.querySelectorAll("text[data-room]")) {
        const most = text.dataset.room - text.textContent.length * LETTER - 6, from = +text.dataset.from;
        text.setAttribute("x", Math.max(from, Math.min(left - text.dataset.left + 6, most)));
    }
}

function drawMemory(svg, name, axis, calls, most, y) {
    const height = 36, level = bytes => y + 4 + height - height * bytes / most;
    let path = `M0,${y + 4 + height}V${level(calls[0].allocates ? calls[0].usage - calls[0].bytes : calls[0].usage)}`;
    for (const call of calls)
        path += `H${axis.x(call.end)}V${level(call.usage)}`;
    svg.append(make("path", { class: "usage", d: `${path}H${axis.width}V${y + 4 + height}Z` }));
    name(y, "memory", "memory in use");
    name(y + 16, `≤ ${size(most)}`, "most memory in use here");
}

function drawAxis(svg, axis, calls, own, y) {
    const group = make("g", { class: "axis" });
    const zero = axis.x(own.start);
    group.append(make("text", { class: "zero", x: zero, y }, "0"));
    let last = -100;
    for (const call of calls) {
        const x = axis.x(call.start);
        if (x - last < 84 || Math.abs(x - zero) < 70)
            continue;
        group.append(make("text", { x, y }, time(call.start - own.start, true)));
        last = x;
    }
    svg.append(group);
}

function key(calls, most) {
    const words = { memory: "allocate, free", copy: "copy, fill", kernel: "kernel", wait: "wait", other: "other" };
    const there = new Set(calls.map(c => c.kind));
    const entries = Object.keys(words).filter(k => there.has(k)).map(k => make("span", { class: k }, make("i", {}), words[k]));
    if (calls.some(c => c.until && c.lane))
        entries.push(make("span", {}, "a bar on a stream: from the call until the work is known to be complete"));
    return make("div", { class: "key" }, ...entries);
}

function list(data, own, parts, calls) {
    const details = make("details", {}, make("summary", {}, "the same as a list"));
    details.addEventListener("toggle", () => {
        if (details.children.length > 1)
            return;
        const row = (cells, className, tag) => make("tr", { class: className }, ...cells.map(c => make(tag || "td", {}, c)));
        const table = make("table", {}, row(["when", "took", "thread", "stream", "call", "at", ""], "", "th"));
        calls.forEach((call, i) => {
            const missing = i ? call.position - calls[i - 1].position - 1 : 0;
            const { word } = describe(call, own, parts);
            if (missing)
                table.append(row(["", "", "", "", `${missing} more`, "", ""], ""));
            table.append(row([time(call.start - own.start, true), time(call.end - call.start), String(call.thread), call.stream,
                call.name + (call.kernel ? ` ${call.kernel}` : call.bytes ? `, ${size(call.bytes)}` : "") + (call.flags & FAILED ? ", failed" : ""), call.place, word || ""],
                word ? "part" : ""));
        });
        details.append(make("div", { class: "table" }, table));
    });
    return details;
}

/* A timeline is drawn when it comes into view: there may be thousands. */
const watcher = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries)
        if (isIntersecting) {
            watcher.unobserve(target);
            draw(target);
        }
}, { rootMargin: "400px" });
let first = 3; /* that are there at once */
for (const figure of document.querySelectorAll("figure.timeline")) {
    const finding = figure.closest("details.finding");
    if (finding.open && !finding.hidden && first-- > 0)
        draw(figure);
    else
        watcher.observe(figure);
}
