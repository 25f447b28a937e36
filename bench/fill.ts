// `npm run bench:fill`: creates the large installation for some rows of the benchmark, by the product's own calls: 1,000
// machines with 15 months of history and shifts. It stays in bench/data; `--again` creates it again, `--machines N` and `--days
// N` make a smaller one.
import { parseArgs } from 'node:util'
import { Product } from '@millwatch/lab/product/product'
import { clearFolder, folder, readNote, writeNote } from './fill/filled.ts'
import { fillInstallation } from './fill/make.ts'
import { type FillPlan, usualPlan } from './fill/plan.ts'

const { values } = parseArgs({
  options: {
    again: { type: 'boolean', default: false },
    machines: { type: 'string', default: String(usualPlan.machines) },
    days: { type: 'string', default: String(usualPlan.days) },
  },
})
const machines = Number(values.machines)
const plan: FillPlan = {
  machines,
  days: Number(values.days),
  cycleMachines: Math.min(usualPlan.cycleMachines, machines),
  cycleDays: Math.min(usualPlan.cycleDays, Number(values.days)),
}

const note = readNote()
if (note !== undefined && !values.again && JSON.stringify(note.plan) === JSON.stringify(plan)) {
  console.log(`${folder} is filled already (${note.events.toLocaleString('en')} events). \`--again\` makes it anew.`)
} else {
  clearFolder()
  const product = await Product.make({ folder })
  try {
    await product.start()
    const { note, figures } = await fillInstallation(product, plan, (line) => console.error(line))
    writeNote(note)
    console.log(figures)
  } finally {
    await product.stop()
  }
}
