import { lazy, Suspense } from 'react'
import type { AddEquipmentProps } from './add-equipment.tsx'

const AddEquipment = lazy(async () => ({ default: (await import('./add-equipment.tsx')).AddEquipment }))

/** The dialog that adds a machine, loaded when it is opened: its lists are large. */
export const LazyAddEquipment = (props: AddEquipmentProps) => (
  <Suspense>
    <AddEquipment {...props} />
  </Suspense>
)
