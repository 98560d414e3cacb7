  // Models of 1.x.

  type Sort<K extends Identity> = AttributeName<K> | `${AttributeName<K>} ${Direction}` | { [A in AttributeName<K>]?: Direction }[] | { [A in AttributeName<K>]?: Direction };
  type Populated<K extends Identity, A extends Many<K>> = Found<Target<K, A>>[];
  interface RecordMethods<K extends Identity> { }

  interface Query<R> extends Call<R> {
    intercept(rule: string | object, handler: ((err: any) => any) | string): this;
    intercept(handler: (err: any) => any): this;
    tolerate<T = undefined>(rule: string | object, handler?: (err: any) => T): Query<R | T>;
    tolerate<T = undefined>(handler?: (err: any) => T): Query<R | T>;
    meta(options: { [name: string]: any }): this;
    usingConnection(db: any): this;
    timeout(ms: number): this;
    log(): void;
  }
  interface Finding<K extends Identity, R> extends Query<R> {
    where(criteria: Where<K>): this;
    select(attributes: AttributeName<K>[]): this;
    omit(attributes: AttributeName<K>[]): this;
    decrypt(): this;
  }
  interface FindOne<K extends Identity, P extends string = never> extends Finding<K, Found<K, P> | undefined> {
    populate<A extends Alias<K>>(alias: A | A[], criteria?: Criteria<Target<K, A>>): FindOne<K, P | A>;
    populateAll(): FindOne<K, P | Alias<K>>;
  }
  interface Find<K extends Identity, P extends string = never> extends Finding<K, Found<K, P>[]> {
    populate<A extends Alias<K>>(alias: A | A[], criteria?: Criteria<Target<K, A>>): Find<K, P | A>;
    populateAll(): Find<K, P | Alias<K>>;
    limit(n: number): this;
    skip(n: number): this;
    sort(by: Sort<K>): this;
    paginate(page: number | { page?: number; limit?: number }, size?: number): this;
  }
  interface Stream<K extends Identity, P extends string = never> extends Finding<K, void> {
    populate<A extends Alias<K>>(alias: A | A[], criteria?: Criteria<Target<K, A>>): Stream<K, P | A>;
    limit(n: number): this;
    skip(n: number): this;
    sort(by: Sort<K>): this;
    eachRecord(fn: (record: Found<K, P>, proceed?: (err?: any) => void) => any): this;
    eachBatch(size: number, fn: (records: Found<K, P>[], proceed?: (err?: any) => void) => any): this;
    eachBatch(fn: (records: Found<K, P>[], proceed?: (err?: any) => void) => any): this;
  }
  /** A call that writes: what it gives after .fetch(). */
  interface Writing<K extends Identity, R, F> extends Query<R> {
    fetch(): Writing<K, F, F>;
    decrypt(): this;
  }
  interface Creating<K extends Identity, R, F, V> extends Query<R> {
    fetch(): Creating<K, F, F, V>;
    decrypt(): this;
    set(values: V): this;
  }
  interface Updating<K extends Identity, R, F> extends Query<R> {
    fetch(): Updating<K, F, F>;
    decrypt(): this;
    where(criteria: Where<K>): this;
    set(values: Changes<K>): this;
  }
  interface Members extends Query<void> { members(ids: any[]): this }
  type Fetched<K extends Identity, S extends string, F> = S extends Shapes[K]['fetches'] ? F : void;
  type Done<R> = (err: any, result: R) => void;

  interface ModelMethods<K extends Identity> {
    readonly identity: K;
    readonly globalId: string;
    readonly primaryKey: string;
    readonly tableName: string;
    readonly datastore: string;
    readonly attributes: { readonly [A in AttributeName<K>]: any };
    readonly associations: { alias: string; type: 'model' | 'collection'; model?: string; collection?: string; via?: string }[];
    find(criteria?: Criteria<K>): Find<K>;
    find(done: Done<Found<K>[]>): void;
    find(criteria: Criteria<K>, done: Done<Found<K>[]>): void;
    findOne(criteria?: Criteria<K>): FindOne<K>;
    findOne(criteria: Criteria<K>, done: Done<Found<K> | undefined>): void;
    create(values: New<K>): Creating<K, Fetched<K, 'fetchRecordsOnCreate', Found<K>>, Found<K>, New<K>>;
    create(values: New<K>, done: Done<any>): void;
    createEach(values: New<K>[]): Creating<K, Fetched<K, 'fetchRecordsOnCreateEach', Found<K>[]>, Found<K>[], New<K>[]>;
    update(criteria?: Criteria<K>, values?: Changes<K>): Updating<K, Fetched<K, 'fetchRecordsOnUpdate', Found<K>[]>, Found<K>[]>;
    update(criteria: Criteria<K>, values: Changes<K>, done: Done<any>): void;
    updateOne(criteria?: Criteria<K>, values?: Changes<K>): Updating<K, Found<K> | undefined, Found<K> | undefined>;
    findOrCreate(criteria: Criteria<K>, values: New<K>): Query<Found<K>>;
    findOrCreate(criteria: Criteria<K>, values: New<K>, done: (err: any, record: Found<K>, created: boolean) => void): void;
    destroy(criteria?: Criteria<K>): Writing<K, Fetched<K, 'fetchRecordsOnDestroy', Found<K>[]>, Found<K>[]>;
    destroy(criteria: Criteria<K>, done: Done<any>): void;
    destroyOne(criteria?: Criteria<K>): Query<Found<K> | undefined>;
    archive(criteria?: Criteria<K>): Writing<K, void, Found<K>[]>;
    archiveOne(criteria?: Criteria<K>): Query<Found<K> | undefined>;
    count(criteria?: Criteria<K>): Finding<K, number>;
    count(criteria: Criteria<K>, done: Done<number>): void;
    sum(attribute: AttributeName<K>, criteria?: Criteria<K>): Finding<K, number>;
    avg(attribute: AttributeName<K>, criteria?: Criteria<K>): Finding<K, number>;
    addToCollection(ids: Id<K> | Id<K>[], collection: Many<K>, members?: any[]): Members;
    removeFromCollection(ids: Id<K> | Id<K>[], collection: Many<K>, members?: any[]): Members;
    replaceCollection(ids: Id<K> | Id<K>[], collection: Many<K>, members?: any[]): Members;
    stream(criteria?: Criteria<K>): Stream<K>;
    query(sql: string, values?: any[], done?: Done<any>): Query<any>;
    describe(done?: Done<any>): Query<any>;
    getDatastore(): Datastore;
    subscribe(req: Request, ids: Id<K>[]): void;
    unsubscribe(req: Request, ids: Id<K>[]): void;
    publish(ids: Id<K>[], data: any, req?: Request): void;
    getRoomName(id: Id<K>): string;
    _watch(req: Request): void;
    _unwatch(req: Request): void;
    _publishCreate(values: any, req?: Request): void;
    _publishUpdate(id: Id<K>, changes: any, req?: Request, options?: any): void;
    _publishDestroy(id: Id<K>, req?: Request, options?: any): void;
    _publishAdd(id: Id<K>, alias: Many<K>, member: any, req?: Request, options?: any): void;
    _publishRemove(id: Id<K>, alias: Many<K>, member: any, req?: Request, options?: any): void;
  }
  type Model<K extends Identity> = ModelMethods<K> & Shapes[K]['statics'];
