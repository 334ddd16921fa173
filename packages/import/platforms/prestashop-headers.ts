import { type ColumnMapping, type Columns, column } from '../rows/columns.ts'

/**
 * The headers of the sample files, of PrestaShop 1.4 to 9, and their translations in German, French, Polish and
 * Spanish.
 */
export const PRESTASHOP_COLUMNS = {
  id: column(
    'Product ID | ID | ID produit | Produkt-ID | ID produktu | Identyfikator produktu | ID de producto',
    'the id, by which the next import finds the product, and combinations their product',
  ),
  active: column(
    'Active (0/1) | Actif (0/1) | Aktiv (0/1) | Aktywny (0 lub 1) | Activo (0/1)',
    'if 0, the product is left out',
  ),
  name: column('Name * | Nom * | Nazwa * | Nombre *', 'the name', 'name'),
  categories: column(
    'Categories (x,y,z...) | Catégories (x,y,z...) | Kategorien (x,y,z...) | Kategorie (x,y,z...) | Categorías (x,y,z...)',
    'labels: each category, below those above it. Ids of categories are not used',
    'labelValues[]',
  ),
  priceWithTax: column(
    'Price tax included | Price tax incl. | Prix TTC | Preis inkl. MwSt. | Cena zawiera podatek. (brutto) | Precio con IVA | Precio impuestos incluidos',
    'the price',
  ),
  price: column(
    'Price tax excluded | Price tax excl. | Price tax excluded or Price tax included | Prix hors taxe | Prix HT | Preis zzgl. MwSt. | Cena bez podatku. (netto) | Precio sin IVA | Precio impuestos excluidos',
    'the price, if there is none with taxes',
    'variants[].price',
  ),
  amount: column(
    'Discount amount | Montant de la remise | Rabattbetrag | Wartość rabatu | Valor del descuento',
    'the discount, which includes taxes; the price is then the list price',
  ),
  percentage: column(
    'Discount percent | Pourcentage de réduction | Rabattsatz | Ermäßigung in Prozent | Procent rabatu | Porcentaje de descuento | Porcentaje del descuento',
    'the discount, in percent; the price is then the list price',
  ),
  from: column(
    'Discount from (yyyy-mm-dd) | Réduction de (AAAA-MM-JJ) | Ermäßigung vom (JJJJ-MM-TT) | Rabat od dnia (rrrr-mm-dd) | Descuento desde (aaaa-mm-dd)',
    'the first day of the discount',
  ),
  to: column(
    'Discount to (yyyy-mm-dd) | Réduction à (AAAA-MM-JJ) | Ermäßigung bis (JJJJ-MM-TT) | Rabat do dnia (rrrr-mm-dd) | Descuento hasta (aaaa-mm-dd)',
    'the last day of the discount',
  ),
  reference: column(
    'Reference # | Référence # | Artikel-Nr. | Indeks # | Referencia nº | Referencia n. | Referencia',
    'the sku; if blank, one is made from the name and the options',
    'variants[].sku',
  ),
  brand: column(
    'Manufacturer | Brand | Marque | Hersteller | Marke | Marka | Producent | Fabricante | Marca',
    'an option of the group “Brand”, for the product as a whole',
  ),
  gtin: column('EAN13 | EAN-13 | kod EAN13 | UPC | Kod kreskowy UPC', 'the gtin, if it is one', 'variants[].gtin'),
  quantity: column('Quantity | Quantité | Menge | Ilość | Cantidad', 'the stock'),
  visibility: column(
    'Visibility | Visibilité | Sichtbarkeit | Widoczność | Visible en | Visibilidad',
    'if none, the product is left out',
  ),
  summary: column(
    'Summary | Short description | Résumé | Récapitulatif | Kurzbeschreibung | Podsumowanie | Resumen | Descripción corta',
    'the description, if there is no other',
  ),
  description: column('Description | Beschreibung | Opis | Descripción', 'the description', 'description'),
  tags: column(
    'Tags (x,y,z...) | Mots-clés (x,y,z...) | Mot-clés (x,y,z...) | Tagi (x,y,z...) | Etiquetas (x,y,z...)',
    'a label for each tag',
  ),
  url: column(
    'URL rewritten | URL réécrite | Benutzerfreundliche URL | Przepisany URL | Enlace reescrito',
    'the slug',
    'slug',
  ),
  orderable: column(
    'Available for order (0 = No, 1 = Yes) | Disponible à la commande (0 = Non, 1 = Oui) | Bestellbar (0 = Nein, 1 = Ja) | Dostępne do zamówienia (0 = Nie, 1 = Tak) | Disponible para pedidos (0 = No, 1 = Sí)',
    'if 0, the stock is 0',
  ),
  images: column(
    "Image URLs (x,y,z...) | Image URL | URL des images (x,y,z...) | Bild-URLs (x,y,z...) | Adresy URL zdjęcia (x,y,z...) | URL's de las imágenes (x,y,z...) | URLs de las imágenes (x,y,z...)",
    'the pictures',
    'files[].file.path',
    'variants[].files[].file.path',
  ),
  imageAlts: column(
    'Image alt texts (x,y,z...) | Textes alternatifs des images (x,y,z...) | Textes alternatif des images (x,y,z...) | Tekst alternatywny dla zdjęć (x,y,z...)',
    'the alt texts of the pictures',
    'files[].file.alt',
  ),
  features: column(
    'Feature (Name:Value:Position) | Caractéristique (Nom:Valeur:Position) | Eigenschaft (Name:Wert:Position) | Cecha (Nazwa:Wartość:Pozycja) | Característica (Nombre:Valor:Posición)',
    'options of the product as a whole',
    'optionGroups[].name',
  ),
  soldOut: column(
    'Out of stock action | Out of stock | Action en cas de rupture de stock | Akcja kiedy brak na stanie | Cuando no haya existencias',
    'if 1, a product that is sold out has no tracked stock',
  ),
  productReference: column(
    'Product reference | Référence produit | Indeks produktu | Referencia de producto',
    'of a combination: the reference of its product, if no product has the id',
  ),
  attributes: column(
    'Attribute (Name:Type:Position) | Attribut (Nom:Type:Position) | Eigenschaft/Variante (Name:Anzeigetyp:Anzeige-Position) | Atrybut (Nazwa:Typ:Pozycja) | Atributo (Nombre:Tipo:Posición)',
    'of a combination: the option groups',
    'optionGroups[].name',
  ),
  values: column(
    'Value (Value:Position) | Valeur (Valeur:Position) | Wert (Wert:Position) | Wartość (Wartość:Pozycja) | Valor (Valor:Posición)',
    'of a combination: an option of each group',
  ),
  impact: column(
    'Impact on price | Impact sur le prix | Auswirkungen auf den Preis | Wpływ na cenę | Impacto en el precio',
    'of a combination: what it adds to the price, without taxes',
  ),
  imagePositions: column(
    'Image position | Choose among product images by position (1,2,3...) | Choisir parmi les images du produit selon la position (1,2,3...) | Artikelbilder nach Position wählen (1,2,3...) | Wybierz z pośród zdjęć produktów wg pozycji (1,2,3...)',
    'of a combination: the pictures of the product that show it, if it has none of its own',
  ),
} satisfies Columns<string>

export type PrestashopColumn = keyof typeof PRESTASHOP_COLUMNS

const KEYS: ReadonlyMap<string, PrestashopColumn> = new Map(
  Object.entries(PRESTASHOP_COLUMNS).flatMap(([key, { headers }]) =>
    headers.map((header) => [simplified(header), key as PrestashopColumn] as const),
  ),
)

/**
 * The columns with their headers in this file, however these write what is in parentheses, and signs such as `*` and
 * `#`.
 */
export function prestashopColumns(headers: readonly string[]): Columns<PrestashopColumn> {
  const found = Map.groupBy(headers, (header) => KEYS.get(simplified(header)))
  const columns = Object.entries<ColumnMapping>(PRESTASHOP_COLUMNS).map(([key, mapping]) => {
    const ofKey = found.get(key as PrestashopColumn)
    return [key, ofKey ? { ...mapping, headers: ofKey } : mapping]
  })
  return Object.fromEntries(columns) as Columns<PrestashopColumn>
}

/**
 * The header without what is in parentheses. Only a header with parts, as `(Name:Value:Position)`, keeps a sign of it.
 */
function simplified(header: string): string {
  const words = header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('_', ' ')
    .replace(/\([^)]*\)/g, (part) => (part.includes(':') ? '(:)' : ' '))
    .replace(/[*#]/g, ' ')
  return words
    .replace(/\s+(?=\()/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:]$/, '')
}
