import type { InputSetup } from './input-setup.ts'

/** Known input set-ups by name. They are of the Edison kind: the device itself finds the cycles. */
export const INPUT_TEMPLATES: Readonly<Record<string, InputSetup>> = {
  standard_24_volt: {
    name: 'standard_24_volt',
    cycle: { logic: 'standard_24_volt', inputs: '24v0' },
    running: { inputs: '24v0' },
  },
  standard_120_volt: {
    name: 'standard_120_volt',
    cycle: { logic: 'standard_120_volt', inputs: '120v0' },
    running: { inputs: '120v0' },
  },
}
