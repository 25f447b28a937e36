export { type Annotation, type PlacedAnnotations, placeAnnotations, type Stop, type StopNote } from './annotations.ts'
export { isToldAlike, type ToldOfStretch, toldOf } from './range-figures.ts'
