/** How requests are sent; the default is fetch. */
export interface Options {
  /** Address of the server, '' for that of the page. */
  url?: string;
  fetch?: typeof fetch;
  headers?: Record<string, string> | (() => Record<string, string>);
  credentials?: RequestCredentials;
  /** io.socket of sails.io.js, for live records. */
  socket?: Socket;
  /** Requests go over the socket, and not over HTTP. */
  overSocket?: boolean;
}

/** What is used of io.socket. */
export interface Socket {
  request(options: { method: string; url: string; data?: unknown; headers?: Record<string, string> }, done: (body: any, answer: { statusCode: number; body: any }) => void): void;
  on(event: string, fn: (message: any) => void): unknown;
  off(event: string, fn: (message: any) => void): unknown;
}

/** An answer whose status is not 2xx. */
export class RequestError extends Error {
  constructor(readonly status: number, readonly body: any, method: string, path: string) {
    super(`${method} ${path}: ${status}` + (body && typeof body === 'object' && body.message ? ` ${body.message}` : typeof body === 'string' && body ? ` ${body.slice(0, 200)}` : ''));
    this.name = 'RequestError';
  }
}

/** Values of the query of a list. */
export interface ListQuery<R> {
  where?: Where<R>;
  limit?: number;
  skip?: number;
  sort?: string | Record<string, 'ASC' | 'DESC'> | Record<string, 'ASC' | 'DESC'>[];
  select?: (keyof R & string)[];
  omit?: (keyof R & string)[];
}
export type Where<R> = { [K in keyof R]?: R[K] | R[K][] | null | Record<string, unknown> } & { or?: Where<R>[]; and?: Where<R>[] };

/** The records of a list that changes with the server. */
export interface Live<R> {
  /** The records now; a new list after each change. */
  readonly records: readonly R[];
  /** Settled when the first records are there. */
  readonly ready: Promise<void>;
  stop(): void;
}

interface Sent { query?: Record<string, unknown>; body?: unknown }

/** The live lists by their sockets. */
const lists = new WeakMap<Socket, Set<() => void>>();

class Transport {
  constructor(readonly options: Options) {}

  async send(method: string, path: string, sent: Sent = {}): Promise<any> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(sent.query ?? {})) {
      if (value === undefined) { continue; }
      query.set(name, Array.isArray(value) && value.every((v) => typeof v === 'string') && name !== 'where' && name !== 'sort' ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    const text = query.toString(), target = text ? `${path}?${text}` : path;
    const given = this.options.headers, headers: Record<string, string> = { Accept: 'application/json', ...(typeof given === 'function' ? given() : given) };
    const socket = this.options.socket;
    if (this.options.overSocket) {
      if (!socket) { throw new Error('overSocket needs the option socket: io.socket of sails.io.js'); }
      return this.overSocket(socket, method, target, sent.body, headers);
    }
    if (sent.body !== undefined) { headers['Content-Type'] = 'application/json'; }
    const send = this.options.fetch ?? fetch;
    const answer = await send((this.options.url ?? '') + target, {
      method, headers, credentials: this.options.credentials ?? 'same-origin', body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
    });
    const raw = await answer.text();
    let body: any = raw;
    if (/\bjson\b/.test(answer.headers.get('content-type') ?? '') && raw !== '') { body = JSON.parse(raw); }
    if (!answer.ok) { throw new RequestError(answer.status, body, method, path); }
    return body;
  }

  overSocket(socket: Socket, method: string, url: string, data: unknown, headers: Record<string, string>): Promise<any> {
    return new Promise((resolve, reject) => {
      socket.request({ method, url, data, headers }, (body, answer) => {
        if (answer.statusCode >= 200 && answer.statusCode < 300) {
          resolve(body);
          // A socket does not hear of what it has changed itself.
          if (method !== 'GET') { lists.get(socket)?.forEach((again) => again()); }
        } else { reject(new RequestError(answer.statusCode, body, method, url)); }
      });
    });
  }

  /** live keeps a list of records up to date. Messages that come while the list is read are applied to it. */
  live<R>(event: string, key: string, path: string, query: Record<string, unknown>, changed: (records: readonly R[]) => void): Live<R> {
    const socket = this.options.socket;
    if (!socket) { throw new Error('live records need the option socket: io.socket of sails.io.js'); }
    const over = new Transport({ ...this.options, overSocket: true });
    const narrowed = query.where !== undefined || query.limit !== undefined || query.skip !== undefined;
    let records: R[] = [], stopped = false, reading = 0;
    const show = (next: R[]) => { if (!stopped) { records = next; changed(records); } };
    const read = async () => {
      const mine = ++reading, next = await over.send('GET', path, { query });
      if (mine === reading) { show(next); }
    };
    const again = () => { read().catch((err: unknown) => { if (!stopped) { console.error(err); } }); };
    const heard = (message: any) => {
      const id = message.id, is = (r: R) => String((r as any)[key]) === String(id);
      switch (message.verb) {
        case 'created':
          // Which records a narrowed list has, and where, the server knows.
          if (narrowed || query.sort !== undefined || query.select !== undefined || query.omit !== undefined) { again(); } else if (!records.some(is)) { show([...records, message.data]); }
          return;
        case 'updated':
          if (narrowed || query.sort !== undefined) { again(); return; }
          show(records.map((r) => (is(r) ? { ...r, ...only(r, message.data) } : r)));
          return;
        case 'destroyed':
          if (records.some(is)) { if (narrowed) { again(); } else { show(records.filter((r) => !is(r))); } }
          return;
        default:
          again();
      }
    };
    // only leaves associations as the list has them: messages have keys in their place.
    function only(record: any, data: any): any {
      return Object.fromEntries(Object.entries(data ?? {}).filter(([name, v]) => !(typeof record[name] === 'object' && record[name] !== null && (typeof v !== 'object' || v === null))));
    }
    socket.on(event, heard);
    const others = lists.get(socket) ?? new Set();
    lists.set(socket, others.add(again));
    socket.on('connect', again); // a new connection hears nothing until it has asked
    return {
      get records() { return records; },
      ready: read(),
      stop() {
        stopped = true;
        others.delete(again);
        socket.off(event, heard);
        socket.off('connect', again);
      },
    };
  }
}

function part(value: unknown): string { return encodeURIComponent(String(value)); }
