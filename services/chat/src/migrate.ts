// Migrates the databases of this service: `node src/migrate.ts [--grant <role>]`
import { busDatabase } from '@meadow/events/roles'
import { runMigrateCommand } from '@meadow/storage/migrate-command'
import { chatCollections as collections } from './collections.ts'
import { chatMigrations as migrations } from './migrations.ts'
import { chatMongoMigrations } from './mongo-migrations.ts'

await runMigrateCommand(
  'chat',
  { migrations, mongo: { collections, migrations: chatMongoMigrations }, bus: busDatabase },
  process,
)
