import { Type } from '../schema.ts'

export function priority() {
  return Type.Integer({ description: 'Smaller comes first.', examples: [0] })
}

export function mimeType() {
  return Type.String({ examples: ['image/jpeg'] })
}

export function path() {
  return Type.String({ description: 'The URL of the picture.', examples: ['https://shop.example/pictures/shirt.jpg'] })
}

/** A picture of its own, if there is one. */
export function picture(description?: string) {
  return Type.Optional(Type.Ref('Picture', description === undefined ? {} : { description }))
}

export function pictureDetails() {
  const side = (name: string) =>
    Type.Optional(
      Type.Integer({
        minimum: 1,
        description: `The ${name} in pixels. Width and height are both present or both absent.`,
        examples: [800],
      }),
    )
  return {
    alt: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Plain text in place of the picture. Absent if the catalog has none.',
        examples: ['Linen shirt in red, front'],
      }),
    ),
    width: side('width'),
    height: side('height'),
  }
}
