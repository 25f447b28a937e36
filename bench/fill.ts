// `npm run bench:fill`: makes the large installation that some rows of the bench are measured on, through the product's own
// doors: 1,000 machines that tell 15 months, shifts and all. It stays in bench/data; `--again` makes it anew, `--machines N`
// and `--days N` a smaller one.
import { parseArgs } from 'node:util'
import { Product } from '../tools/product/product.ts'
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

const known = readNote()
if (known !== undefined && !values.again && JSON.stringify(known.plan) === JSON.stringify(plan)) {
  console.log(`${folder} is filled already (${known.events.toLocaleString('en')} events). \`--again\` makes it anew.`)
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
