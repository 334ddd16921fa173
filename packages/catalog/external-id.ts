/** The longest external id, in UTF-16 units. */
export const EXTERNAL_ID_LIMIT = 255

/**
 * An external id as it compares: exactly, but a global id is what stands after its last slash, without a query.
 * `gid://shopify/Product/123` is `123`.
 */
export function comparedExternalId(text: string): string {
  return GLOBAL_ID.exec(text)?.[1] ?? text
}

const GLOBAL_ID = /^gid:\/\/[^?#]*\/([^/?#]+)(?:[?#]|$)/
