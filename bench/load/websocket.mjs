// A minimal WebSocket client: text frames over a socket, one callback for each. It sends any text,
// including invalid messages.

import { createConnection } from "node:net";

const KEY = "dGhlIHNhbXBsZSBub25jZQ==";
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** Open a connection to `ws://host:port/path` with these extra `headers`. */
export function open({ host, port, path, headers = {} }) {
    const socket = createConnection({ host, port, noDelay: true });
    return new Promise((resolve, reject) => {
        let head = Buffer.alloc(0);
        const early = () => reject(new Error("the server closed the connection during the handshake"));
        const read = (bytes) => {
            head = Buffer.concat([head, bytes]);
            const end = head.indexOf("\r\n\r\n");
            if (end < 0) return;
            const status = head.toString("latin1", 0, head.indexOf("\r\n"));
            if (!status.includes(" 101"))
                return void reject(new Error(`the server answered ${status}`));
            socket.off("data", read).off("close", early).off("error", reject);
            resolve(new WebSocketClient(socket, head.subarray(end + 4)));
        };
        socket.on("data", read).on("close", early).on("error", reject);
        socket.write(request(`${host}:${port}`, path, headers));
    });
}

function request(host, path, headers) {
    const all = { Host: host, Connection: "Upgrade", Upgrade: "websocket", ...headers };
    const lines = Object.entries({
        ...all,
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    return `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** `onText` is called with each text, `onEnd` once, with the reason. */
class WebSocketClient {
    onText = (_text) => {};
    onEnd = (_why) => {};
    #rest;

    constructor(socket, rest) {
        this.socket = socket;
        this.#rest = rest;
        socket.on("data", (bytes) => this.#read(bytes));
        socket.on("close", () => this.#end("the connection ended"));
        socket.on("error", (error) => this.#end(error.message));
        // The caller sets `onText` before this runs.
        setImmediate(() => this.#read(Buffer.alloc(0)));
    }

    send(text) {
        this.socket.write(frame(TEXT, Buffer.from(text)));
    }

    close() {
        this.onEnd = () => {};
        this.socket.destroy();
    }

    #end(why) {
        const onEnd = this.onEnd;
        this.onEnd = () => {};
        onEnd(why);
    }

    #read(bytes) {
        let data = this.#rest.length ? Buffer.concat([this.#rest, bytes]) : bytes;
        for (let found = parse(data); found; found = parse(data)) {
            data = data.subarray(found.end);
            this.#onFrame(found.opcode, found.payload);
        }
        this.#rest = data;
    }

    #onFrame(opcode, payload) {
        if (opcode === TEXT) this.onText(payload.toString());
        else if (opcode === PING) this.socket.write(frame(PONG, payload));
        else if (opcode === CLOSE)
            this.#end(`closed with ${payload.length > 1 ? payload.readUInt16BE() : "no code"}`);
    }
}

/** Parse the frame at the beginning of `data`; undefined if it is incomplete. */
function parse(data) {
    if (data.length < 2) return undefined;
    const short = data[1] & 127;
    const start = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (data.length < start) return undefined;
    const size =
        short === 126
            ? data.readUInt16BE(2)
            : short === 127
              ? Number(data.readBigUInt64BE(2))
              : short;
    const end = start + size;
    return data.length < end
        ? undefined
        : { opcode: data[0] & 15, payload: data.subarray(start, end), end };
}

/** Build a client's frame. Its mask is zero, which is free. */
function frame(opcode, payload) {
    const wide = payload.length > 125;
    const head = Buffer.alloc(wide ? 8 : 6);
    head[0] = 128 | opcode;
    head[1] = 128 | (wide ? 126 : payload.length);
    if (wide) head.writeUInt16BE(payload.length, 2);
    return Buffer.concat([head, payload]);
}
