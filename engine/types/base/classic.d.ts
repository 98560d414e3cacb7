  // Models of 0.10 to 0.12.

  type Sort<K extends Identity> = string | { [A in AttributeName<K>]?: Direction | 1 | -1 | 0 } | string[];
  /** A collection of a record: save() of the record stores what add and remove were given. */
  interface Collection<K extends Identity> extends Array<Found<K>> {
    add(record: Id<K> | object | (Id<K> | object)[]): void;
    remove(key: Id<K> | Id<K>[]): void;
  }
  type Populated<K extends Identity, A extends Many<K>> = Collection<Target<K, A>>;
  interface RecordMethods<K extends Identity> {
    save(done?: (err: any, ...more: any[]) => void): Promise<any>;
    save(options: any, done?: (err: any, ...more: any[]) => void): Promise<any>;
    destroy(done?: (err: any) => void): Promise<any>;
    validate(done?: (err: any) => void): Promise<any>;
    toObject(): any;
    toJSON(): any;
  }

  interface Query<R> extends Call<R> {
    spread(fn: (...results: any[]) => any): Promise<any>;
    fail(fn: (err: any) => any): Promise<any>;
    meta(options: { [name: string]: any }): this;
  }
  interface Finding<K extends Identity, R> extends Query<R> {
    where(criteria: Where<K>): this;
    limit(n: number): this;
    skip(n: number): this;
    sort(by: Sort<K>): this;
    select(...attributes: (AttributeName<K> | AttributeName<K>[])[]): this;
    paginate(page: number | { page?: number; limit?: number }, size?: number): this;
    groupBy(...attributes: any[]): this;
    sum(...attributes: any[]): this;
    average(...attributes: any[]): this;
    min(...attributes: any[]): this;
    max(...attributes: any[]): this;
  }
  interface FindOne<K extends Identity, P extends string = never> extends Finding<K, Found<K, P> | undefined> {
    populate<A extends Alias<K>>(alias: A | A[], criteria?: Criteria<Target<K, A>>): FindOne<K, P | A>;
    populateAll(criteria?: any): FindOne<K, P | Alias<K>>;
  }
  interface Find<K extends Identity, P extends string = never> extends Finding<K, Found<K, P>[]> {
    populate<A extends Alias<K>>(alias: A | A[], criteria?: Criteria<Target<K, A>>): Find<K, P | A>;
    populateAll(criteria?: any): Find<K, P | Alias<K>>;
  }
  interface Updating<K extends Identity> extends Finding<K, Found<K>[]> { set(values: Changes<K>): this }
  type Done<R> = (err: any, result: R) => void;

  interface ModelMethods<K extends Identity> {
    readonly identity: K;
    readonly globalId: string;
    readonly primaryKey: string;
    readonly tableName: string;
    readonly attributes: { readonly [A in AttributeName<K>]: any };
    readonly associations: { alias: string; type: 'model' | 'collection'; model?: string; collection?: string; via?: string }[];
    find(criteria?: Criteria<K>): Find<K>;
    find(done: Done<Found<K>[]>): void;
    find(criteria: Criteria<K>, done: Done<Found<K>[]>): void;
    find(criteria: Criteria<K>, options: Clauses<K>, done?: Done<Found<K>[]>): Find<K>;
    findOne(criteria?: Criteria<K>): FindOne<K>;
    findOne(criteria: Criteria<K>, done: Done<Found<K> | undefined>): void;
    create(values: New<K>): Query<Found<K>>;
    create(values: New<K>[]): Query<Found<K>[]>;
    create(values: New<K>, done: Done<Found<K>>): void;
    create(values: New<K>[], done: Done<Found<K>[]>): void;
    createEach(values: New<K>[], done?: Done<Found<K>[]>): Query<Found<K>[]>;
    update(criteria: Criteria<K>, values?: Changes<K>): Updating<K>;
    update(criteria: Criteria<K>, values: Changes<K>, done: Done<Found<K>[]>): void;
    findOrCreate(criteria: Criteria<K>, values?: New<K>): Query<Found<K>>;
    findOrCreate(criteria: Criteria<K>, values: New<K>, done: Done<Found<K>>): void;
    findOrCreateEach(criteria: any, values: New<K>[], done?: Done<Found<K>[]>): Query<Found<K>[]>;
    destroy(criteria?: Criteria<K>): Finding<K, Found<K>[]>;
    destroy(criteria: Criteria<K>, done: Done<Found<K>[]>): void;
    count(criteria?: Criteria<K>): Finding<K, number>;
    count(done: Done<number>): void;
    count(criteria: Criteria<K>, done: Done<number>): void;
    where(criteria?: Where<K>): Find<K>;
    findLike(criteria: Where<K>, ...more: any[]): Find<K>;
    startsWith(criteria: Where<K>, ...more: any[]): Find<K>;
    endsWith(criteria: Where<K>, ...more: any[]): Find<K>;
    contains(criteria: Where<K>, ...more: any[]): Find<K>;
    validate(values: any, ...more: any[]): any;
    stream(criteria?: Criteria<K>): any;
    query(sql: string, values?: any[] | Done<any>, done?: Done<any>): Query<any>;
    native(done: (err: any, collection: any) => void): void;
    describe(done?: Done<any>): Query<any>;
    subscribe(req: Request, records?: any, contexts?: any): void;
    unsubscribe(req: Request, records?: any, contexts?: any): void;
    watch(req: Request): void;
    unwatch(req: Request): void;
    introduce(record: any): void;
    retire(record: any): void;
    publishCreate(values: any, req?: Request, options?: any): void;
    publishUpdate(id: Id<K>, changes: any, req?: Request, options?: any): void;
    publishDestroy(id: Id<K>, req?: Request, options?: any): void;
    publishAdd(id: Id<K>, alias: Many<K>, member: any, req?: Request, options?: any): void;
    publishRemove(id: Id<K>, alias: Many<K>, member: any, req?: Request, options?: any): void;
    message(record: any, data: any, req?: Request): void;
    subscribers(record: any, context?: any): Socket[];
    watchers(): Socket[];
    /** findOneByName('Rex') and the like, of attributes. */
    readonly [finder: `findBy${string}` | `findOneBy${string}` | `countBy${string}`]: (value: any, ...more: any[]) => any;
  }
  type Model<K extends Identity> = ModelMethods<K> & Shapes[K]['statics'];
