import { lazy, Suspense } from 'react'
import type { AddEquipmentProps } from './add-equipment.tsx'

const AddEquipment = lazy(async () => ({ default: (await import('./add-equipment.tsx')).AddEquipment }))

/** Dialog `AddEquipment`, whose code is loaded when it is first opened; nothing until then. */
export const LazyAddEquipment = (props: AddEquipmentProps) => (
  <Suspense>
    <AddEquipment {...props} />
  </Suspense>
)
