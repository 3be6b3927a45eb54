import pg from 'pg'

const BATCH_SIZE = 200

/** Creates the tables of the drain: outbox, log, inbox and effects. */
export async function createDrainTables(store: string): Promise<void> {
  await withClient(store, (client) =>
    client.query(`
      create table outbox (position bigint generated always as identity primary key, id uuid not null unique, event json not null);
      create table log (position bigint generated always as identity primary key, event json not null);
      create table inbox (id uuid primary key);
      create table effects (id uuid primary key, subject uuid not null)`),
  )
}

/** Moves a backlog from the outbox to the effects with SQL. Each batch takes one transaction per service. */
export async function drainWithSql(store: string, backlog: number): Promise<{ perSecond: number; cpuUs: number }> {
  return withClient(store, async (client) => {
    await client.query(
      `truncate log, inbox, effects;
       insert into outbox (id, event)
       select id, json_build_object('id', id, 'subject', id, 'excerpt', repeat('x', 300))
       from (select gen_random_uuid() as id from generate_series(1, ${backlog})) made`,
    )
    const before = process.cpuUsage()
    const startedAt = performance.now()
    for (let done = 0; done < backlog; done += BATCH_SIZE) await moveBatch(client)
    const seconds = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(before)
    return { perSecond: backlog / seconds, cpuUs: (user + system) / backlog }
  })
}

type Row = { id: string; event: { id: string; subject: string }; position: string }

async function moveBatch(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Row>('select id, event from outbox order by position limit $1', [BATCH_SIZE])
  const serialized = rows.map(({ event }) => JSON.stringify(event))
  const logged = await client.query<Row>(
    'insert into log (event) select * from unnest($1::json[]) returning position, event',
    [serialized],
  )
  await client.query('delete from outbox where id = any($1::uuid[])', [rows.map(({ id }) => id)])
  const ids = logged.rows.map(({ event }) => event.id)
  const subjects = logged.rows.map(({ event }) => event.subject)
  await client.query('begin')
  await client.query('insert into inbox select * from unnest($1::uuid[]) on conflict do nothing', [ids])
  await client.query('insert into effects select * from unnest($1::uuid[], $2::uuid[])', [ids, subjects])
  await client.query('commit')
}

async function withClient<T>(store: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(store)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
