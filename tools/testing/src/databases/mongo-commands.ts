import type { MongoDatabase } from '@meadow/storage'
import type { CommandStartedEvent, Document } from 'mongodb'

/** A command that was sent to MongoDB, and whether it belongs to a transaction. */
type RecordedCommand = { name: string; command: Document; isInTransaction: boolean }

/** Runs `work` and returns the commands that `mongo` sent meanwhile, in order. The URL must have `monitorCommands=true`. */
export async function recordMongoCommands(
  { db }: MongoDatabase,
  work: () => Promise<unknown>,
): Promise<RecordedCommand[]> {
  const recorded: RecordedCommand[] = []
  const record = ({ commandName: name, command }: CommandStartedEvent) => {
    recorded.push({ name, command, isInTransaction: command['autocommit'] === false })
  }
  db.client.on('commandStarted', record)
  try {
    await work()
  } finally {
    db.client.off('commandStarted', record)
  }
  return recorded
}
