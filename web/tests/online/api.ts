/** Fake HTTP server: a table of requests and responses. */

type Answer = readonly [status: number, body?: unknown];

export class Api {
  /** Received requests, such as `POST session`. */
  readonly asked: string[] = [];
  readonly bodies: unknown[] = [];

  /** Responses by request; lists are used in order, the last one repeatedly. */
  constructor(readonly answers: Record<string, Answer | Answer[]>) {}

  readonly fetch: typeof fetch = async (to, { method = "GET", body } = {}) => {
    const question = `${method} ${String(to).replace("/api/", "")}`;
    this.asked.push(question);
    this.bodies.push(body === undefined ? undefined : JSON.parse(String(body)));
    const found = this.answers[question];
    if (!found) throw new TypeError(`no response for ${question}`);
    const isList = Array.isArray(found[0]);
    const list = (isList ? found : [found]) as Answer[];
    const [status, data] = (list.length > 1 ? list.shift() : list[0]) as Answer;
    const text = typeof data === "string" ? data : data === undefined ? null : JSON.stringify(data);
    return new Response(text, { status });
  };
}
