import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { openTestDatabase } from '@meadow/testing/postgres'
import { readReleases } from '../src/lint/baseline.ts'
import { lintMigrations } from '../src/lint/lint-migrations.ts'

type File = string | { subject: string; sql: string }

/** Lints migrations after the first, which creates the tables. Returns the violations. */
async function lint(first: string, ...files: File[]): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'lint-'))
  try {
    for (const [index, file] of [first, ...files].entries()) {
      const { subject, sql } = typeof file === 'string' ? { subject: '', sql: file } : file
      await writeFile(join(dir, `${1001 + index}${subject}.sql`), sql)
    }
    await using database = await openTestDatabase()
    const options = { baseline: '1001', releases: ['1.2.0'] }
    return await lintMigrations(database.pool, { migrations: { name: 'any', dir }, dependencies: [] }, options)
  } finally {
    await rm(dir, { recursive: true })
  }
}

it('accepts expanding a filled table step by step, anything on a new one, and dropping what a release stopped using', async () => {
  const violations = await lint(
    'create table posts (id integer primary key, text text, old text); create table unused (id integer);',
    'alter table posts add column language text, add column likes integer not null default 0;',
    'alter table posts add constraint with_text check (text is not null) not valid;',
    'alter table posts validate constraint with_text;',
    'alter table posts alter column text set not null; alter table posts drop constraint with_text;',
    '-- no transaction\ncreate unique index concurrently if not exists posts_by_text on posts (text);',
    'alter table posts add constraint text_key unique using index posts_by_text;',
    '-- no transaction\ncreate index concurrently if not exists posts_by_old on posts (old);',
    '-- no transaction\ndrop index concurrently if exists posts_by_old;',
    `-- no transaction\n-- A back-fill in steps.\ndo $$ begin loop
      update posts set likes = 1 where id in (select id from posts where likes = 0 limit 1000);
      commit;
      exit when not found;
    end loop; end $$;`,
    `create table likes (id integer, post_id integer references posts); create index likes_of on likes (id);
     alter table likes alter column id type bigint, alter column id set not null, add check (id > 0);
     alter table likes add column at timestamptz default clock_timestamp(); alter table likes drop column at;
     alter table likes add constraint by_post foreign key (post_id) references posts not valid;`,
    { subject: '-unused-since-1.2.0-old', sql: 'alter table posts drop column old; drop table unused;' },
  )
  expect(violations).toEqual([])
})

it('refuses what locks or rewrites a filled table, or what a running version cannot bear', async () => {
  const violations = await lint(
    `create table posts (id integer primary key, a text, b text, c varchar(10), d integer, e text, gone text);
     create table old_posts (id integer); create table renamed (id integer); create table filled (id integer);
     create index posts_by_a on posts (a);`,
    'alter table posts alter column a set not null;',
    'alter table posts alter column c type text;',
    'alter table posts alter column d type bigint;',
    'alter table posts add column at timestamptz default clock_timestamp();',
    'alter table posts add column lower_b text generated always as (lower(b)) stored;',
    'create index posts_by_b on posts (b);',
    `do $$ begin execute 'create index posts_by_c on posts (c)'; end $$;`,
    'drop index posts_by_a;',
    'alter table posts drop column gone;',
    { subject: '-unused-since-1.3.0', sql: 'drop table old_posts;' },
    'alter table posts rename column e to f;',
    'alter table renamed rename to named;',
    'alter table posts add constraint of_post foreign key (d) references posts;',
    'alter table posts add column likes integer check (likes >= 0);',
    'alter table posts add constraint b_key unique (b);',
    'alter table filled add constraint some_id check (id is not null) not valid; alter table filled validate constraint some_id;',
    'alter table filled add column name text not null;',
    'truncate filled;',
    '-- no transaction\ncreate index if not exists posts_by_d on posts (d);',
    '-- no transaction\ncreate index concurrently posts_by_gone on posts (a);',
  )
  expect(violations).toEqual([
    '1002.sql: sets posts.a not null: an earlier file must have validated check (a is not null)',
    '1003.sql: changes the type of posts.c: add a new column instead',
    '1004.sql: rewrites or truncates posts',
    '1004.sql: changes the type of posts.d: add a new column instead',
    '1005.sql: rewrites or truncates posts',
    '1006.sql: rewrites or truncates posts',
    '1007.sql: creates posts_by_b on posts without `concurrently`',
    '1008.sql: creates posts_by_c on posts without `concurrently`',
    '1009.sql: drops posts_by_a without `concurrently`',
    '1010.sql: drops posts.gone: the name of the file must contain `-unused-since-<version>` with a released version',
    '1011-unused-since-1.3.0.sql: drops old_posts: the name of the file must contain `-unused-since-<version>` with a released version',
    '1012.sql: renames posts.e: add a new column instead',
    '1013.sql: renames renamed: create a new table instead',
    '1014.sql: adds of_post to posts without `not valid`: a later file validates it',
    '1015.sql: adds posts_likes_check to posts without `not valid`: a later file validates it',
    '1016.sql: adds b_key to posts: use an index that an earlier file built',
    '1017.sql: adds some_id to filled without `not valid`: a later file validates it',
    '1018.sql: adds filled.name not null without a default',
    '1019.sql: rewrites or truncates filled',
    '1020.sql: `-- no transaction` is for statements that need it, such as `create index concurrently`',
    '1021.sql: fails when it is repeated after a crash: `if not exists` is missing',
  ])
})

it('reads the released versions from the changelog', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n## [1.2.0] - 2026-02-01\n\n### Added\n\n## 1.1.0\n'
  expect(readReleases(changelog)).toEqual(['1.2.0', '1.1.0'])
})
