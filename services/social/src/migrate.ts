// Migrates the databases of this service: `node src/migrate.ts [--grant <role>]`
import { busDatabase } from '@meadow/events/roles'
import { runMigrateCommand } from '@meadow/storage/migrate-command'
import { socialMigrations as migrations } from './migrations.ts'

await runMigrateCommand('social', { migrations, bus: busDatabase }, process)
