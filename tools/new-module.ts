// `npm run new:module NAME [TIER]`: creates the files that a developer would otherwise copy, from the contract to the test.
import { run } from './lib/commands.ts'
import { newModule } from './new/module.ts'
import { root } from './setup/place.mjs'

const [name = '', tier = '10'] = process.argv.slice(2)
try {
  const paths = newModule(root, name, Number(tier))
  const typescript = paths.filter((path) => path.endsWith('.ts'))
  await run(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...typescript])
  for (const path of paths) console.log(path)
  console.log(
    'Next: replace the example call, table and test, and add each call to packages/lab/src/contract-tests/examples.ts.',
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
