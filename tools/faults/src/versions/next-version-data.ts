import { queryDatabase } from '@meadow/testing/query-database'
import type { Stack } from '@meadow/testing/stack'

/** Counts of the data that only the next version writes. A run without such data would prove nothing. */
type NextVersionData = { newEvents: number; newNotifications: number; newColumnValues: number; newIndexes: number }

const countRows = async (stack: Pick<Stack, 'postgresUrl'>, database: string, from: string): Promise<number> => {
  const [row] = await queryDatabase(stack, database, `select count(*)::int as count from ${from}`)
  return Number(row?.['count'])
}

export const readNextVersionData = async (stack: Pick<Stack, 'postgresUrl'>): Promise<NextVersionData> => ({
  newEvents: await countRows(stack, 'bus', "log where event ->> 'type' = 'post.discussed'"),
  newNotifications: await countRows(stack, 'notify', "notifications where type = 'discussion'"),
  newColumnValues: await countRows(stack, 'posts', 'posts where mood is not null'),
  newIndexes: await countRows(
    stack,
    'posts',
    "pg_index where indexrelid = to_regclass('posts_by_mood') and indisvalid",
  ),
})

export const findMissingData = (data: NextVersionData): string[] =>
  Object.entries(data).flatMap(([name, count]) => (count > 0 ? [] : [`The next version has written no ${name}`]))
