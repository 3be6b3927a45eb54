// Migrates the databases of this service: `node src/migrate.ts [--grant <role>]`
import { busDatabase } from '@meadow/events/roles'
import { runMigrateCommand } from '@meadow/storage/migrate-command'
import { authMigrations as migrations } from './migrations.ts'

await runMigrateCommand('auth', { migrations, bus: busDatabase }, process)
