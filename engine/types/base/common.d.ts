  // What the server offers every project.

  /** Something that runs when it is awaited, or when exec is called. */
  interface Call<R> extends PromiseLike<R> {
    then<T = R, F = never>(done?: ((result: R) => T | PromiseLike<T>) | null, refused?: ((err: any) => F | PromiseLike<F>) | null): Promise<T | F>;
    exec(done: (err: any, result: R) => void): void;
    toPromise(): Promise<R>;
    catch<T = never>(refused?: ((err: any) => T | PromiseLike<T>) | null): Promise<R | T>;
    finally(fn?: (() => void) | null): Promise<R>;
  }

  /** The session of a client. Declare your own members in a file of your own:
   * declare namespace framework { interface Session { userId?: number } } */
  interface Session {
    [name: string]: any;
    readonly id: string;
    readonly cookie: { maxAge: number | null; expires: Date | null; originalMaxAge: number | null; httpOnly: boolean; path: string };
    save(done?: (err?: any) => void): this;
    destroy(done?: (err?: any) => void): this;
    regenerate(done?: (err?: any) => void): this;
    reload(done?: (err?: any) => void): this;
    touch(): this;
  }

  interface Headers {
    [name: string]: string | string[] | undefined;
    accept?: string; authorization?: string; cookie?: string; host?: string; origin?: string; referer?: string;
    'content-type'?: string; 'content-length'?: string; 'user-agent'?: string; 'x-forwarded-for'?: string;
  }

  interface UploadedFile { fd: string; filename: string; size: number; type: string; field: string; status: string; [name: string]: any }
  interface Upload {
    upload(done: (err: any, files: UploadedFile[]) => void): void;
    upload(options: { dirname?: string; maxBytes?: number; maxTimeToBuffer?: number; maxTimeToWaitBeforePassingControlToApp?: number; saveAs?: any; adapter?: any; [name: string]: any }, done: (err: any, files: UploadedFile[]) => void): void;
    on(event: string, fn: (...args: any[]) => void): this;
    [name: string]: any;
  }

  /** The socket of a request that came in over one. */
  interface Socket {
    readonly id: string;
    emit(event: string, ...data: any[]): any;
    on(event: string, fn: (...args: any[]) => void): this;
    join(room: string): any;
    leave(room: string): any;
    [name: string]: any;
  }

  interface Request {
    readonly method: string;
    url: string;
    readonly originalUrl: string;
    readonly path: string;
    readonly host: string;
    readonly hostname: string;
    readonly port: number | string | undefined;
    readonly protocol: string;
    readonly secure: boolean;
    readonly baseUrl: string;
    readonly subdomains: string[];
    readonly ip: string;
    readonly ips: string[];
    readonly xhr: boolean;
    readonly fresh: boolean;
    readonly stale: boolean;
    readonly httpVersion: string;
    readonly headers: Headers;
    readonly rawHeaders: string[];
    body: any;
    query: any;
    params: any;
    cookies: { [name: string]: any };
    signedCookies: { [name: string]: any };
    session: Session;
    readonly sessionID: string;
    options: { [name: string]: any };
    readonly route: any;
    readonly isSocket: boolean;
    readonly socket: Socket;
    readonly connection: any;
    readonly wantsJSON: boolean;
    readonly explicitlyAcceptsHTML: boolean;
    readonly isAjax: boolean;
    readonly transport: string;
    readonly res: Response;
    readonly _sails: App;
    locale: string;
    allParams(): any;
    param(name: string, fallback?: any): any;
    get(header: 'set-cookie'): string[] | undefined;
    get(header: string): string | undefined;
    header(header: string): string | undefined;
    accepts(...types: (string | string[])[]): any;
    acceptsCharsets(...names: (string | string[])[]): any;
    acceptsEncodings(...names: (string | string[])[]): any;
    acceptsLanguages(...names: (string | string[])[]): any;
    is(...types: (string | string[])[]): any;
    range(size: number): any;
    file(field: string): Upload;
    on(event: string, fn: (...args: any[]) => void): this;
    once(event: string, fn: (...args: any[]) => void): this;
    pipe<T>(to: T): T;
    setTimeout(ms: number, fn?: () => void): this;
    __(text: string, ...values: any[]): string;
    __n(one: string, many: string, n: number): string;
    getLocale(): string;
    setLocale(locale: string): any;
    i18n: any;
  }

  interface CookieOptions {
    domain?: string; path?: string; expires?: Date; maxAge?: number; httpOnly?: boolean; secure?: boolean; signed?: boolean;
    sameSite?: boolean | 'strict' | 'lax' | 'none';
  }

  /** An answer of config or of the server: res.ok(data). */
  type Answer = (data?: any, ...more: any[]) => any;

  interface Response {
    statusCode: number;
    readonly headersSent: boolean;
    readonly finished: boolean;
    readonly req: Request;
    locals: { [name: string]: any } & ((locals: object) => any);
    status(code: number): this;
    send(body?: any): this;
    json(body?: any): this;
    jsonp(body?: any): this;
    end(...chunk: any[]): any;
    write(chunk: any, ...more: any[]): any;
    writeHead(status: number, ...headers: any[]): any;
    sendStatus(code: number): any;
    sendFile(path: string, options?: any, done?: (err?: any) => void): any;
    sendfile(path: string, options?: any, done?: (err?: any) => void): any;
    download(path: string, name?: string | ((err?: any) => void), done?: (err?: any) => void): any;
    attachment(name?: string): this;
    redirect(url: string): any;
    redirect(status: number, url: string): any;
    location(url: string): this;
    set(field: string, value: string | number | string[]): this;
    set(fields: { [name: string]: string | number | string[] }): this;
    header(field: string, value: string | number | string[]): this;
    get(field: string): any;
    append(field: string, value: string | string[]): this;
    setHeader(field: string, value: string | number | string[]): any;
    getHeader(field: string): any;
    getHeaders(): { [name: string]: any };
    getHeaderNames(): string[];
    hasHeader(field: string): boolean;
    removeHeader(field: string): any;
    type(type: string): this;
    contentType(type: string): this;
    vary(field: string | string[]): this;
    links(links: { [rel: string]: string }): this;
    format(handlers: { [type: string]: (...args: any[]) => any }): this;
    cookie(name: string, value: any, options?: CookieOptions): this;
    clearCookie(name: string, options?: CookieOptions): this;
    on(event: string, fn: (...args: any[]) => void): this;
    once(event: string, fn: (...args: any[]) => void): this;
    setTimeout(ms: number, fn?: () => void): this;
    view<V extends ViewName>(view: V, locals?: LocalsOf<V>, done?: (err: any, html: string) => void): any;
    /** A name that is computed may be any. */
    view<V extends string>(view: string extends V ? V : never, locals?: { [name: string]: any }, done?: (err: any, html: string) => void): any;
    view(locals?: { [name: string]: any }, done?: (err: any, html: string) => void): any;
    render(view: string, locals?: any, done?: (err: any, html: string) => void): any;
    guessView(locals?: any, missing?: () => void): any;
    ok: Answer;
    created: Answer;
    badRequest: Answer;
    forbidden: Answer;
    notFound: Answer;
    serverError: Answer;
    negotiate: Answer;
  }

  type Next = (err?: any) => void;
  /** An action of a controller. */
  type Handler = ((this: any, req: Request, res: Response, next: Next) => any) | ((this: any, req: Request, res: Response, next: Next) => Promise<any>);
  /** A file of api/policies: next() lets the request on. */
  type Policy = ((req: Request, res: Response, next: Next) => any) | ((req: Request, res: Response, next: Next) => Promise<any>);
  /** A file of api/responses. */
  type ResponseFunction = (this: { req: Request; res: Response }, ...data: any[]) => any;
  /** A file of api/controllers: actions by their names. */
  interface Controller { [action: string]: Handler | { [key: string]: any } }

  type PolicyRule = boolean | PolicyName | Policy | (PolicyName | Policy | boolean)[];
  /** config.policies: rules by controller and action. */
  interface Policies { [target: string]: PolicyRule | { [action: string]: PolicyRule } }

  interface RouteTarget {
    target?: string; controller?: string; action?: ActionName | (string & {}); view?: ViewName; locals?: { [name: string]: any }; response?: string;
    policy?: PolicyName | PolicyName[]; fn?: Handler; cors?: any; csrf?: boolean; isSocket?: boolean; skipAssets?: boolean; skipRegex?: RegExp | RegExp[];
    model?: Identity | (string & {}); blueprint?: string; [option: string]: any;
  }
  /** config.routes: targets by address, 'GET /pet/:id'. */
  interface Routes { [address: string]: string | RouteTarget | Handler | (string | RouteTarget | Handler)[] }

  /** A file of api/hooks. */
  type HookFactory = (app: App) => HookDefinition;
  interface HookDefinition {
    defaults?: any; configure?: () => any; initialize?: (done?: (err?: any) => void) => any;
    routes?: { before?: any; after?: any; [phase: string]: any }; [member: string]: any;
  }

  interface InputDefinition {
    type?: any; required?: boolean; defaultsTo?: any; example?: any; description?: string; extendedDescription?: string; moreInfoUrl?: string; whereToGet?: any;
    allowNull?: boolean; isIn?: any[]; isEmail?: boolean; isURL?: boolean; isUUID?: boolean; isInteger?: boolean; isNotEmptyString?: boolean; isNotIn?: any[];
    isIP?: boolean; isCreditCard?: boolean; isHexColor?: boolean; isBoolean?: boolean; isNumber?: boolean; isString?: boolean; isBefore?: any; isAfter?: any;
    min?: number; max?: number; minLength?: number; maxLength?: number; regex?: RegExp; custom?: (v: any) => boolean;
    friendlyName?: string; protect?: boolean; readOnly?: boolean; isExemplar?: boolean;
  }
  interface ExitDefinition {
    description?: string; extendedDescription?: string; moreInfoUrl?: string; outputFriendlyName?: string; outputDescription?: string; outputExample?: any; outputType?: any;
    like?: string; itemOf?: string; getExample?: any; statusCode?: number; responseType?: string; viewTemplatePath?: string; void?: boolean;
  }
  interface Definition {
    friendlyName?: string; description?: string; extendedDescription?: string; moreInfoUrl?: string; sideEffects?: string; identity?: string;
    inputs?: { [name: string]: InputDefinition }; exits?: { [name: string]: ExitDefinition };
    files?: string[]; args?: any[]; sync?: boolean; timeout?: number; implementationType?: string; cacheable?: boolean; habitat?: string;
  }
  type Exits<E extends string> = { [K in E | 'success' | 'error']: (output?: any) => any } & ((output?: any) => any);
  interface ActionDefinition extends Definition { fn: (...args: any[]) => any }
  /** A file of api/controllers that is one action, by its identity: framework.Action<'pet/adopt'>. */
  interface Action<K extends keyof Actions> extends Definition {
    fn: (this: { req: Request; res: Response }, inputs: Actions[K]['inputs'], exits: Exits<Actions[K]['exits']>) => any;
  }
  /** A file of api/helpers. */
  interface HelperDefinition extends Definition { fn: (...args: any[]) => any }

  /** What a call of a helper is until it is awaited. */
  interface HelperCall<R, E extends string = never> extends Call<R> {
    intercept(exit: E | (string & {}) | object, handler: ((err: any) => any) | string): HelperCall<R, E>;
    intercept(handler: (err: any) => any): HelperCall<R, E>;
    tolerate<T = undefined>(exit: E | (string & {}) | object, handler?: (err: any) => T): HelperCall<R | T, E>;
    tolerate<T = undefined>(handler?: (err: any) => T): HelperCall<R | T, E>;
    timeout(ms: number): this;
    retry(exit?: any, delays?: number[]): this;
    switch(handlers: { [exit: string]: (output?: any) => any }): void;
    log(): void;
    now(): R;
  }
  interface HelperMembers<I> { toJSON(): any; getDef(): any; customize(options: any): any; configure?(values: Partial<I>): any }
  /** A helper: called with its inputs in order, or .with({…}). */
  type Helper<I, A extends any[], R, E extends string = never> = ((...inputs: A) => HelperCall<R, E>) & { with(inputs: I): HelperCall<R, E> } & HelperMembers<I>;
  /** A helper that is declared sync: it returns at once. */
  type SyncHelper<I, A extends any[], R, E extends string = never> = ((...inputs: A) => R) & { with(inputs: I): R } & HelperMembers<I>;

  interface Log {
    (...values: any[]): void;
    silly(...values: any[]): void; verbose(...values: any[]): void; debug(...values: any[]): void; info(...values: any[]): void;
    warn(...values: any[]): void; error(...values: any[]): void; crit?(...values: any[]): void; blank?(...values: any[]): void;
  }

  type SocketId = string;
  interface Sockets {
    broadcast(rooms: string | string[], event: string, data?: any, omit?: Request | Socket | SocketId): any;
    broadcast(rooms: string | string[], data: object, omit?: Request | Socket | SocketId): any;
    blast(event: string, data?: any, omit?: Request | Socket | SocketId): any;
    blast(data: object, omit?: Request | Socket | SocketId): any;
    join(who: Request | Socket | SocketId | (Request | Socket | SocketId)[], rooms: string | string[], done?: (err?: any) => void): any;
    leave(who: Request | Socket | SocketId | (Request | Socket | SocketId)[], rooms: string | string[], done?: (err?: any) => void): any;
    leaveAll(room: string, options?: any, done?: (err?: any) => void): any;
    addRoomMembersToRooms(room: string, rooms: string | string[], done?: (err?: any) => void): any;
    removeRoomMembersFromRooms(room: string, rooms: string | string[], done?: (err?: any) => void): any;
    getId(req: Request | Socket): SocketId;
    [name: string]: any;
  }

  /** The app object: the globals framework and sails. */
  interface App {
    readonly config: Config;
    readonly models: { readonly [K in Identity]: Model<K> };
    readonly helpers: Helpers;
    readonly services: Services;
    readonly hooks: { readonly [K in HookName]: any };
    readonly sockets: Sockets;
    readonly io: any;
    readonly log: Log;
    readonly version: string;
    readonly isLifted: boolean;
    on(event: string, fn: (...args: any[]) => void): any;
    once(event: string, fn: (...args: any[]) => void): any;
    off(event: string, fn?: (...args: any[]) => void): any;
    removeListener(event: string, fn: (...args: any[]) => void): any;
    emit(event: string, ...args: any[]): any;
    after(events: string | string[], fn: () => void): any;
    lift(settings?: any, done?: (err: any, app: App) => void): any;
    load(settings?: any, done?: (err: any, app: App) => void): any;
    lower(done?: (err?: any) => void): any;
    request(address: string | { url: string; method?: string; data?: any; headers?: any }, data?: any, done?: (err: any, res: any, body: any) => void): any;
    getUrlFor(target: string): string;
    getRouteFor(target: string): { url: string; method: string };
    getBaseUrl(): string;
    getDatastore(name?: string): Datastore;
    renderView<V extends ViewName>(view: V, locals?: LocalsOf<V>, done?: (err: any, html: string) => void): any;
    /** A name that is computed may be any. */
    renderView<V extends string>(view: string extends V ? V : never, locals?: { [name: string]: any }, done?: (err: any, html: string) => void): any;
    __(text: string, ...values: any[]): string;
    getActions(): { [identity: string]: (...args: any[]) => any };
    registerAction(action: any, identity: string, force?: boolean): void;
    registerActionMiddleware(fns: any, target: string): void;
    reloadActions(...args: any[]): void;
    readonly router: any;
    readonly controllers: any;
    readonly util: any;
  }

  /** Locals are what a template uses; it may get more, for its layout and partials. */
  type LocalsOf<V> = V extends keyof Views ? Views[V] & { [name: string]: any } : { [name: string]: any };
  type ViewName = keyof Views | `${string}.${string}` | `../${string}`;

  /** What a socket hears of a record: io.socket.on('pet', …). */
  interface ModelEvent<K extends Identity> {
    verb: 'created' | 'updated' | 'destroyed' | 'addedTo' | 'removedFrom' | 'messaged';
    id: Id<K>;
    data?: Partial<Shapes[K]['attributes']> & { [name: string]: any };
    previous?: any;
    attribute?: string; addedId?: any; addedIds?: any[]; removedId?: any; removedIds?: any[];
  }
  type SocketEvents = { [K in Identity]: ModelEvent<K> };

  type Identity = keyof Shapes;
  type Id<K extends Identity> = Shapes[K]['key'];
  type AttributeName<K extends Identity> = keyof Shapes[K]['attributes'] & string;
  type One<K extends Identity> = keyof Shapes[K]['one'] & string;
  type Many<K extends Identity> = keyof Shapes[K]['many'] & string;
  type Alias<K extends Identity> = One<K> | Many<K>;
  type Target<K extends Identity, A> = A extends keyof Shapes[K]['one'] ? Known<Shapes[K]['one'][A]> : A extends keyof Shapes[K]['many'] ? Known<Shapes[K]['many'][A]> : never;
  type Known<T> = T extends Identity ? T : never;

  /** A record as queries give it; P are the associations that are populated. */
  type Found<K extends Identity, P extends string = never> =
    { [A in keyof Shapes[K]['attributes'] as A extends P ? never : A]: Shapes[K]['attributes'][A] }
    & { [A in One<K> as A extends P ? A : never]: Found<Target<K, A>> | null }
    & { [A in Many<K> as A extends P ? A : never]: Populated<K, A> }
    & Shapes[K]['methods'] & RecordMethods<K>;

  /** Values of a new record. */
  type New<K extends Identity> = Shapes[K]['create'];
  /** Values that change a record. */
  type Changes<K extends Identity> = Partial<Shapes[K]['create']>;

  type Comparable<V> = V extends Date ? Date | string | number : V;
  interface Modifiers<V> {
    '<'?: Comparable<V>; '<='?: Comparable<V>; '>'?: Comparable<V>; '>='?: Comparable<V>; '!='?: Comparable<V> | null | Comparable<V>[]; '!'?: Comparable<V> | null | Comparable<V>[];
    lessThan?: Comparable<V>; lessThanOrEqual?: Comparable<V>; greaterThan?: Comparable<V>; greaterThanOrEqual?: Comparable<V>; not?: any;
    in?: Comparable<V>[]; nin?: Comparable<V>[]; contains?: string | string[]; startsWith?: string | string[]; endsWith?: string | string[]; like?: string | string[];
  }
  type Test<V> = Comparable<V> | null | Comparable<V>[] | Modifiers<NonNullable<V>>;
  type Where<K extends Identity> = { [A in keyof Shapes[K]['attributes']]?: Test<Shapes[K]['attributes'][A]> } & { or?: Where<K>[]; and?: Where<K>[] };
  interface Clauses<K extends Identity> {
    where?: Where<K>; limit?: number; skip?: number; sort?: Sort<K>; select?: AttributeName<K>[]; omit?: AttributeName<K>[]; populate?: any;
    page?: number; sum?: any; average?: any; min?: any; max?: any; groupBy?: any;
  }
  type Criteria<K extends Identity> = Id<K> | Id<K>[] | Where<K> | Clauses<K>;
  interface Datastore { transaction<T>(fn: (db: any) => Promise<T>): Promise<T>; leaseConnection(...args: any[]): any; sendNativeQuery(sql: string, values?: any[], done?: any): any; [name: string]: any }

  type Direction = 'ASC' | 'DESC' | 'asc' | 'desc';
