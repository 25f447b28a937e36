/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Of the product, as this was built. */
  readonly VITE_MILLWATCH_VERSION: string
}
