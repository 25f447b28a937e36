// `npm run new:migration NAME`: creates the next file of packages/server/src/db/migrations.
import { newMigration } from './new/migration.ts'
import { root } from './setup/place.mjs'

try {
  console.log(newMigration(root, process.argv[2] ?? ''))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
