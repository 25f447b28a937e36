import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/**
 * Schema of the file that describes a plant for the simulator: its machines, and the uuids and keys of their devices. The server
 * writes it into its data folder, readable by its owner only.
 */
export const PlantFile = Type.Object({
  time: Type.Object({
    seed: Type.String(),
    detailFrom: Type.Integer(),
    liveAt: Type.Integer(),
    recording: Type.Object({ name: Type.String({ pattern: '^[a-z-]+$' }), device: Type.String() }),
    running: Type.Optional(Type.Object({ least: Type.Integer(), most: Type.Integer() })),
  }),
  /** Instant (epoch ms) up to which the server has received all events before the simulator starts. */
  sentUntil: Type.Integer(),
  devices: Type.Array(
    Type.Object({
      uuid: Type.String(),
      key: Type.String(),
      machine: Type.Object({
        name: Type.String(),
        kind: Type.Union([
          Type.Literal('press'),
          Type.Literal('moulding'),
          Type.Literal('machining'),
          Type.Literal('packaging'),
          Type.Literal('recording'),
        ]),
        zone: Type.String(),
        shifts: Type.Optional(
          Type.Union([
            Type.Literal('continuous'),
            Type.Literal('roundTheClock'),
            Type.Literal('threeShifts'),
            Type.Literal('twoShifts'),
            Type.Literal('dayShift'),
          ]),
        ),
        cycleMs: Type.Optional(Type.Number({ minimum: 100 })),
        windowMs: Type.Integer({ minimum: 1000 }),
        network: Type.Optional(Type.Union([Type.Literal('flaky'), Type.Literal('late')])),
        signals: Type.Optional(Type.Union([Type.Literal('inputs'), Type.Literal('flashing')])),
        firmware: Type.Optional(Type.String()),
        oneOffs: Type.Optional(
          Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer(), works: Type.Boolean() })),
        ),
        broken: Type.Optional(Type.Object({ from: Type.Integer(), to: Type.Integer() })),
        takesTurns: Type.Optional(Type.Boolean()),
        retiredAt: Type.Optional(Type.Integer()),
        clock: Type.Optional(Type.Literal('ahead')),
        transport: Type.Union([Type.Literal('http'), Type.Literal('mqtt')]),
        holdMs: Type.Integer({ minimum: 0 }),
      }),
    }),
  ),
})
export type PlantFile = Static<typeof PlantFile>

/** Name of the field `sentUntil` in plant files of earlier versions. */
const EARLIER_NAME = 'toldUntil'

/**
 * Reads and checks a plant file, also one of an earlier version. Throws an error if the file cannot be read, is not JSON, or does
 * not match `PlantFile`.
 */
export function readPlantFile(path: string): PlantFile {
  const value = withPresentNames(JSON.parse(readFileSync(path, 'utf8')))
  const [error] = Value.Errors(PlantFile, value)
  if (error) throw new Error(`${path} is no plant file: ${error.instancePath || '/'} ${error.message}`)
  return value as PlantFile
}

function withPresentNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(EARLIER_NAME in value)) return value
  const { [EARLIER_NAME]: sentUntil, ...others } = value
  return { sentUntil, ...others }
}
