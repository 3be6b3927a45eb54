// Migrates the databases of this service: `node src/migrate.ts [--grant <role>]`
import { busDatabase } from '@meadow/events/roles'
import { runMigrateCommand } from '@meadow/storage/migrate-command'
import { postsCollections as collections } from './collections.ts'
import { postsMigrations as migrations } from './migrations.ts'
import { postsMongoMigrations } from './mongo-migrations.ts'

await runMigrateCommand(
  'posts',
  { migrations, mongo: { collections, migrations: postsMongoMigrations }, bus: busDatabase },
  process,
)
