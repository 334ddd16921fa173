import type { PictureDetails } from './product.ts'

/** What the operator of a store says of a label, for menus and for the page of a category. */
export interface LabelEntry extends LabelTexts {
  readonly code: string
  /** The name in menus and facets. Products keep the name that they give the label. */
  readonly name?: string
}

export interface LabelTexts {
  /** Plain text. */
  readonly description?: string
  readonly picture?: PictureDetails & { readonly path: string }
  readonly seo?: { readonly title?: string; readonly description?: string }
  /** Labels with a rank come before their siblings, the lowest first. */
  readonly rank?: number
  /** Facets and suggestions leave the label out, and menus should. */
  readonly hidden?: true
}
