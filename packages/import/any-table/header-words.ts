import { currencyCode } from '@vitrine/catalog/currency'
import { fold } from '@vitrine/catalog/words'
import { phrasesIn } from './phrases.ts'
import type { Role } from './roles.ts'

/** Headers of prices that are perhaps something else, or not what a shopper pays. */
export const VAGUE_PRICES = `amount | valor | tarif | net price | price net | price excl vat | price ex vat | price excl tax | nettopreis
  preis netto | vk netto | prix ht | precio neto | precio sin iva | prezzo netto | prijs excl btw | cena netto | cena bez dph
  cena bez vat | netto ar | цена без ндс`

/** What shops call their columns, in many languages. A name that stands earlier is a better match for its role. */
const NAMES: Readonly<Record<Exclude<Role, 'not used' | 'product name' | 'in stock'>, string>> = {
  name: `name | title | product name | product title | item name | item title | designation | product | item | article | products | items
    artikelbezeichnung | artikelname | bezeichnung | titel | produktname | produktbezeichnung | produkttitel | artikel | produkt | produkte
    nom | nom du produit | libelle | titre | intitule | produit | produits | nombre | nombre del producto | titulo | denominacion | producto | productos | articulos
    articulo | nome | nome do produto | produto | produtos | nome prodotto | titolo | denominazione | prodotto | prodotti | articolo | naam | productnaam
    artikelnaam | nazwa | nazwa produktu | nazwa towaru | nazwa artykulu | tytul | towar | nazev | nazev produktu | vyrobek | zbozi | nazov
    nazov produktu | nev | termeknev | termek neve | megnevezes | termek | nume | nume produs | denumire | denumire produs | titlu
    produs | namn | produktnamn | benamning | artikelnamn | navn | produktnavn | varenavn | tittel | nimi | tuotenimi | tuote
    nimetus | toote nimi | toode | nosaukums | pavadinimas | prekes pavadinimas | naziv | naziv proizvoda | ime | ime izdelka
    proizvod | izdelek | име | наименование | заглавие | продукт | название | название товара | наименование товара | товар | имя
    назва | назва товару | найменування | ονομα | ονομασια | ονομα προιοντος | τιτλος | προιον | ad | adi | isim | urun adi | urun
    baslik | الاسم | اسم المنتج | المنتج | שם | שם המוצר | שם מוצר | שם מנה | שם פריט | نام | نام محصول | عنوان | नाम | उत्पाद | 名称 | 商品名称 | 产品名称
    品名 | 标题 | 名稱 | 商品名稱 | 產品名稱 | 標題 | 商品名 | 名前 | タイトル | 製品名 | 상품명 | 제품명 | 이름 | 품명 | ten | ten san pham
    nama | nama produk | ชื่อ | ชื่อสินค้า
    | artikeltext | kurzbezeichnung | kurzbez | artikelkurztext | full name | naziv artikla | nombre producto | nombre articulo | nome produto | nom produit | nome articolo`,
  description: `description | long description | product description | body | body html | details | short description | content
    summary | beschreibung | artikelbeschreibung | produktbeschreibung | langtext | langbeschreibung | kurzbeschreibung | descriptif
    description longue | description courte | descripcion | descripcion larga | descripcion corta | descricao | descrizione
    descrizione lunga | omschrijving | beschrijving | opis | opis produktu | dlugi opis | krotki opis | popis | popis produktu | leiras
    termekleiras | descriere | beskrivning | beskrivelse | kuvaus | tuotekuvaus | kirjeldus | apraksts | aprasymas | описание | опис
    περιγραφη | aciklama | urun aciklamasi | الوصف | وصف المنتج | תיאור | توضیحات | विवरण | 描述 | 商品描述 | 产品描述 | 说明 | 說明
    商品説明 | 説明 | 상품설명 | 설명 | mo ta | deskripsi | รายละเอียด
    | desc | long desc | short desc | full description | overview | langbeschreibung | informacion | detalle | detalles | caracteristicas | about | descriptions | product details | specifications | technical details | especificaciones`,
  price: `price | selling price | sales price | regular price | normal price | gross price | price gross | price incl vat | price incl tax | price inc vat
    retail price | unit price | preis | verkaufspreis | vk preis | vk | vk brutto | bruttopreis | preis brutto | endpreis
    ladenpreis | stuckpreis | prix | prix ttc | prix normal | prix de vente | prix unitaire | precio | pvp | precio normal | precio regular | precio de venta | precio venta
    precio con iva | preco | preco de venda | preco normal | prezzo | prezzo di vendita | prezzo normale | prezzo ivato | prijs | verkoopprijs | cena
    cena brutto | cena sprzedazy | cena s dph | prodejni cena | predajna cena | ar | brutto ar | eladasi ar | pret | pret vanzare | pris
    utpris | forsaljningspris | salgspris | utsalgspris | hinta | myyntihinta | hind | muugihind | kaina | cijena | prodajna cena
    цена | розничная цена | цена розничная | продажная цена | ціна | роздрібна ціна | τιμη | τιμη πωλησης | fiyat | satis fiyati
    birim fiyat | السعر | سعر | מחיר | قیمت | मूल्य | 价格 | 售价 | 单价 | 價格 | 售價 | 販売価格 | 価格 | 単価 | 値段 | 판매가 | 가격 | gia
    gia ban | don gia | harga | harga jual | ราคา
    | final price | current price | our price | actual price | cash price | price per unit | precio final | precio unitario | precio publico | preco unitario | prezzo unitario | preco final | verkaufspreis brutto | preis inkl mwst | prix unitaire ttc | cena detaliczna | maloobchodni cena | kiskereskedelmi ar | цена руб | standard price
    | ${VAGUE_PRICES}`,
  'list price': `list price | compare at price | compare to price | msrp | rrp | old price | was price | original price | uvp | listenpreis | alter preis
    streichpreis | prix barre | ancien prix | prix conseille | precio anterior | precio de lista | preco anterior | prezzo di listino
    prezzo pieno | adviesprijs | oude prijs | stara cena | cena katalogowa | puvodni cena | bezna cena | regi ar | pret vechi
    ordinarie pris | forpris | normalpris | veiledende pris | ovh | vana hind | старая цена | стара ціна | αρχικη τιμη | eski fiyat
    原价 | 原價 | 定価 | 정가 | gia goc | harga coret
    | mrp | max retail price | maximum retail price | precio antes | precio ant | preco de | prix public | strike price | price before discount`,
  'sale price': `sale price | special price | offer price | discount price | discounted price | promo price | promotional price
    aktionspreis | angebotspreis | sonderpreis | prix promo | prix promotionnel | prix solde | precio oferta | precio de oferta
    precio rebajado | preco promocional | prezzo scontato | prezzo in offerta | actieprijs | aanbiedingsprijs | cena promocyjna
    akcni cena | akciova cena | akcios ar | pret promotional | pret redus | kampanjpris | reapris | tilbudspris | tarjoushinta
    alehinta | soodushind | akcijas cena | akcijska cijena | akcijska cena | промо цена | акционная цена | цена со скидкой
    акційна ціна | τιμη προσφορας | indirimli fiyat | 特价 | 促销价 | 特價 | セール価格 | 할인가 | gia khuyen mai | harga diskon
    | price after discount | final sale price | precio con descuento | precio descuento | preco com desconto | prezzo promo`,
  currency: `currency | currency code | price currency | wahrung | devise | moneda | moeda | valuta | waluta | mena | penznem | deviza
    valuutta | valuuta | валюта | νομισμα | para birimi | العملة | מטבע | 货币 | 貨幣 | 通貨 | 통화 | tien te | mata uang`,
  sku: `sku | sku code | art code | sku number | variant sku | article number | art no | art number | article no | item number | item no
    product number | product no | item code | product code | article code
    model number | part number | mpn | artikelnummer | artikel nr | artikelnr | art nr | bestellnummer | reference | reference produit
    ref | code article | code produit | referencia | codigo | codigo de producto | codigo do produto | codice | codice articolo
    codice prodotto | riferimento | artikelcode | productcode | kod produktu | kod towaru | kod artykulu | indeks | symbol | kod | kod zbozi
    cislo produktu | cikkszam | termekkod | cod produs | cod | artnr | varenummer | varenr | tuotenumero | tuotekoodi | tootekood | kood
    kods | kodas | prekes kodas | sifra | sifra artikla | sifra proizvoda | артикул | код товара | код | номенклатура | код товару
    κωδικος | κωδικος προιοντος | stok kodu | urun kodu | رمز المنتج | מקט | کد محصول | 货号 | 商品编号 | 编号 | 貨號 | 商品編號 | 品番
    商品コード | 型番 | 상품코드 | 품번 | ma sp | ma san pham | ma hang | kode produk | kode | รหัสสินค้า | clave | internal reference | default code | seller sku | part no | stock code | item sku | plu | codigo interno | cod articulo | cod produto | codice interno | internal code | articulo clave | asin | sku id | uniq id | unique id | code | number | no | nr | id
    product id | item id | variant id`,
  gtin: `gtin | ean | ean13 | ean 13 | ean code | ean kod | upc | barcode | bar code | isbn | jan | strichcode | code barres | code barre
    codigo de barras | codice a barre | codice ean | streepjescode | kod kreskowy | kod ean | carovy kod | ciarovy kod | vonalkod
    cod de bare | streckkod | stregkode | strekkode | viivakoodi | ribakood | triipkood | svitrkods | bruksninis kodas | bar kod
    barkod | crtna koda | баркод | штрихкод | штрих код | γραμμωτος κωδικας | الباركود | ברקוד | بارکد | 条码 | 条形码 | 條碼
    バーコード | janコード | 바코드 | ma vach | บาร์โค้ด
    | external product id | upc code | ean upc | upc ean | gtin 13 | barcode number | ean gtin | gtin ean | codigo barras | cod barras | codigo ean | codebar`,
  stock: `stock | stock quantity | quantity | qty | inventory | inventory quantity | on hand | quantity on hand | available | availability
    available quantity | in stock | bestand | lagerbestand | lagermenge | menge | anzahl | verfugbarkeit | lager | quantite
    quantite en stock | disponibilite | stocks | existencias | cantidad | inventario | disponibilidad | estoque | quantidade
    quantita | giacenza | disponibilita | voorraad | aantal | stan | stan magazynowy | ilosc | dostepnosc | skladem | sklad | pocet kusu
    mnozstvi | mnozstvo | keszlet | mennyiseg | raktarkeszlet | stoc | cantitate | lagersaldo | antal | lagerantal | beholdning
    lagerstatus | varasto | varastosaldo | saldo | laoseis | kogus | daudzums | krajumi | kiekis | likutis | kolicina | zaliha | zaloga
    stanje | количество | наличност | остаток | остатки | наличие | кількість | залишок | наявність | αποθεμα | ποσοτητα
    διαθεσιμοτητα | stok | stok adedi | adet | miktar | المخزون | الكمية | מלאי | כמות | موجودی | تعداد | 库存 | 数量 | 庫存 | 數量 | 在庫
    在庫数 | 재고 | 수량 | ton kho | so luong | jumlah | สต็อก | จำนวน
    | is available | stock status | stock availability | availability status | stock qty | stock level | stock count | current stock | units in stock | quantity in stock | inventory count | disponible | disponivel | cantidad disponible | quantidade em estoque | estoque atual | qtd | qtde | stock actual | stock disponible | bestandsmenge | giacenze | stock quantite`,
  picture: `image | images | picture | pictures | photo | photos | image url | image urls | image link | image src | picture url | photo url
    main image | additional images | gallery | thumbnail | img | bild | bilder | bild url | produktbild | hauptbild | foto | fotos | image principale
    images supplementaires | imagen | imagenes | imagem | imagens | immagine | immagini | afbeelding | afbeeldingen | zdjecie | zdjecia
    obrazek | obrazky | obrazok | fotografie | kep | kepek | imagine | imagini | billede | billeder | bilde | kuva | kuvat | pilt | pildid
    attels | nuotrauka | slika | slike | снимка | снимки | изображение | изображения | фото | картинка | зображення | εικονα | εικονες
    resim | gorsel | fotograf | الصورة | صورة | תמונה | תמונות | تصویر | चित्र | 图片 | 主图 | 圖片 | 画像 | 商品画像 | 画像url | 이미지
    사진 | hinh anh | anh | gambar | รูปภาพ
    | image path | image file | image name | file image | img url | img link | img src | pic | pics | cover | cover image | main image url | other image url | thumbnail url | featured image | additional image | image list | picture link | foto url | imagen url | url imagen | url de la imagen | imagen principal | imagem url | url imagem | url image | url photo | lien image | bildlink | bilddatei | bild datei | immagine url | url immagine | afbeelding url | zdjecie url`,
  category: `category | categories | product category | product type | department | collection | kategorie | kategorien | warengruppe
    produktgruppe | artikelgruppe | rubrik | categorie | categories produit | rayon | famille | categoria | categorias | familia
    departamento | reparto | kategoria | kategorie produktu | kategori | kategorier | varegruppe | varugrupp | tuoteryhma | kategooria
    tooteruhm | kategorija | grupa | категория | категории | раздел | категорія | κατηγορια | kategoriler | الفئة | التصنيف | קטגוריה
    دسته بندی | دسته | श्रेणी | 分类 | 类别 | 分類 | 類別 | カテゴリ | カテゴリー | 카테고리 | 분류 | danh muc | หมวดหมู่
    | category name | category path | category tree | category title | main category | item category | product group | hauptkategorie | nom categorie | nombre categoria | nome categoria | rubro | seccion | secao | artikelkategorie`,
  subcategory: `subcategory | sub category | unterkategorie | subkategorie | untergruppe | sous categorie | sous famille | subcategoria
    sottocategoria | subcategorie | podkategoria | podkategorie | alkategoria | underkategori | alaryhma | alamkategooria
    подкатегория | підкатегорія | υποκατηγορια | alt kategori | 子分类 | 小分類 | サブカテゴリ | danh muc con
    | subcategory name | warenuntergruppe | unterwarengruppe | subrubro | subfamilia`,
  tags: `tags | tag | product tags | labels | schlagworte | schlagworter | etiquettes | mots cles | etiquetas | tagi | stitky | cimkek
    etichette | taggar | теги | метки | 标签 | 標籤 | タグ | 태그`,
  brand: `brand | brand name | manufacturer | vendor | maker | marke | hersteller | marque | fabricant | marca | fabricante | produttore
    merk | fabrikant | producent | marka | znacka | vyrobce | vyrobca | gyarto | markanev | producator | varumarke | marke navn | tillverkare
    maerke | producent navn | merke | produsent | merkki | valmistaja | kaubamark | brand navn | tootja | zimols | razotajs
    gamintojas | prekes zenklas | brend | proizvodac | blagovna znamka | proizvajalec | марка | бренд | производитель | производител
    виробник | μαρκα | κατασκευαστης | uretici | العلامة التجارية | الماركة | מותג | יצרן | برند | 品牌 | ブランド | メーカー | 브랜드 | 제조사
    thuong hieu | merek | แบรนด์
    | manufacturer name | marca comercial | fabrikat | brand title`,
  product: `parent sku | parent | parent id | parent code | parent product | parent product id | item group id | group id | variant group | variant group id
    group | master sku | style number | style code | vaterartikel | vatersku | vaterartikelnummer | hauptartikel | hauptartikelnummer
    elternartikel | gruppe | sku parent | reference parent | article parent | groupe | sku padre | producto padre | grupo | sku pai
    articolo padre | codice padre | gruppo | hoofdartikel | groep | produkt nadrzedny | sku rodzica | grupa wariantow | foraldraartikel
    родительский артикул | родитель | группа вариантов | ana urun kodu | model kodu | 親商品コード | 父sku | 주문상품코드`,
  handle: `handle | url handle | url key | slug | url slug | seo url | permalink | alias | friendly url | clean url`,
  link: `url | link | product url | product link | page url | web address | website | deeplink | produkt url | produktlink | artikel url
    lien | url produit | lien produit | enlace | url del producto | url do produto | url prodotto | adres url | odkaz | lank | lenke
    ссылка | посилання | συνδεσμος | baglanti | 链接 | 商品链接 | 連結 | 商品url | 링크 | duong dan
    | product page | product page url | item url | canonical url | producto url | url producto`,
  published: `published | product is available | active | is active | enabled | visible | visibility | is visible | status | state | online | available online
    product status | aktiv | veroffentlicht | sichtbar | sichtbarkeit | freigegeben | actif | publie | visibilite | statut | etat
    activo | publicado | estado | visibilidad | ativo | attivo | pubblicato | visibile | stato | visibilita | actief | gepubliceerd
    zichtbaar | aktywny | opublikowany | widoczny | stan publikacji | aktivni | zverejneno | viditelny | aktiv termek | lathato
    statusz | activ | publicat | vizibil | publicerad | synlig | publisert | julkaistu | aktiivinen | nakyva | avaldatud | aktiivne
    aktivs | aktyvus | objavljeno | aktivan | vidljivo | aktiven | активен | публикуван | видим | активный | опубликован | опубліковано
    активний | статус | ενεργο | κατασταση | aktif | yayinda | durum | الحالة | סטטוס | وضعیت | 状态 | 狀態 | 上架 | 公開 | ステータス | 상태 | trang thai`,
  hidden: `hidden | is hidden | disabled | draft | archived | deleted | versteckt | inaktiv | deaktiviert | masque | inactif | oculto
    inactivo | nascosto | verborgen | ukryty | skryto | rejtett | скрыт | прихований`,
  option: `color | colour | size | material | pattern | flavor | flavour | scent | fragrance | style | finish | capacity | shoe size
    fit | fabric | variant | variation | option | option value | farbe | grosse | geschmack | duft | muster | ausfuhrung
    variante | couleur | taille | pointure | matiere | gout | parfum | motif | declinaison | talla | tamano | sabor | estampado | cor
    tamanho | colore | taglia | misura | materiale | gusto | kleur | maat | materiaal | smaak | kolor | rozmiar | smak | barva | farba
    velikost | velkost | prichut | szin | meret | anyag | iz | culoare | marime | marimea | farg | storlek | farve | storrelse
    farge | vari | koko | materiaali | varv | suurus | krasa | izmers | spalva | dydis | boja | velicina | okus | цвят | размер
    материал | вкус | цвет | объем | колір | розмір | матеріал | смак | χρωμα | μεγεθος | υλικο | γευση | renk | beden | boyut | numara
    malzeme | اللون | المقاس | الحجم | צבע | מידה | رنگ | سایز | اندازه | रंग | आकार | 颜色 | 尺寸 | 尺码 | 规格 | 顏色 | 尺碼 | 規格 | 色
    カラー | サイズ | 素材 | 색상 | 사이즈 | 크기 | mau | mau sac | kich thuoc | kich co | warna | ukuran | bahan | สี | ขนาด
    | color name | colour name | size name | pack size | package size | packing | dosage | dose | strength | presentacion | packungsgrosse`,
  options: `sizes | colors | colours | materials | flavors | flavours | available sizes | available colors | available colours | size options
    color options | grossen | farben | tailles | couleurs | tallas | colores | taglie | colori | tamanhos | cores | maten | kleuren
    rozmiary | kolory | velikosti | barvy | размеры | цвета | розміри | кольори | bedenler | renkler`,
  'on sale': `on sale | is on sale | sale active | is sale | on offer | en oferta | em oferta | em promocao | en promotion | en promo
    | en solde | in offerta | im angebot | reduziert | w promocji | ve sleve | indirimde | indirimli mi | в акции | акция`,
}

/** Words that say only that a column is about the product. */
const EMPTY_WORDS = new Set(
  'the a of in my product item article variant web shop store online catalog artikel produkt du de del der des le la produit producto produto prodotto incl inc'.split(
    ' ',
  ),
)

/** Last words of a path such as `brand.name`, which say less than the word before. */
const PATH_ENDINGS = new Set('name title value text url src href link amount label gross default path'.split(' '))

export interface HeaderMatch {
  readonly role: Role
  /** 0 for the best name of the role; higher numbers are weaker. */
  readonly rank: number
}

const RANK_WITHOUT_EMPTY_WORDS = 1000

const MATCHES: ReadonlyMap<string, HeaderMatch> = new Map(
  (Object.entries(NAMES) as [Role, string][]).flatMap(([role, names]) =>
    [...phrasesIn(names)].map((name, rank) => [phraseOf(name), { role, rank }] as const).reverse(),
  ),
)

/** The same without spaces, for headers such as `imageurl`. */
const MATCHES_WITHOUT_SPACES: ReadonlyMap<string, HeaderMatch> = new Map(
  [...MATCHES]
    .filter(([phrase]) => phrase.includes(' ') && phrase.length > 6)
    .map(([phrase, match]) => [phrase.replaceAll(' ', ''), match]),
)

/** Words that link others, which headers often leave out: `prix_vente` is a “prix de vente”. */
const LINKS = new Set('de del du da do di des la le les the of a al'.split(' '))

function withoutLinks(phrase: string): string {
  return phrase
    .split(' ')
    .filter((word) => !LINKS.has(word))
    .join(' ')
}

/** The names of several words without those that link them. */
const BARE_MATCHES: ReadonlyMap<string, HeaderMatch> = new Map(
  [...MATCHES]
    .map(([phrase, match]) => [withoutLinks(phrase), match] as const)
    .filter(([phrase]) => phrase.includes(' ')),
)

/** The role that a header names; undefined if it names none. */
export function roleOfHeader(header: string): HeaderMatch | undefined {
  const path = header.split('.').map((part) => part.replace(/\[\]$/, ''))
  if (path.length > 1 && path.every((part) => /^[\w -]+$/.test(part))) return roleOfPath(path)
  return roleOfPhrase(phraseOf(header))
}

/** The fields of a variant are better than those of its product. */
function roleOfPath(path: readonly string[]): HeaderMatch | undefined {
  const isOfVariant = /^(?:variants|variations|skus|offers)$/.test(path[0]!)
  const [parent, last] = [path.at(-2)!, phraseOf(path.at(-1)!)]
  const complete = roleOfPhrase(phraseOf(path.slice(-2).join(' ')))
  const ofParent = PATH_ENDINGS.has(last) ? roleOfPhrase(phraseOf(parent)) : roleOfPhrase(last)
  const match = complete ?? (/^(?:id|code)$/.test(last) && !isOfVariant ? undefined : ofParent)
  return match && { ...match, rank: match.rank - (isOfVariant ? 1 : 0) }
}

function roleOfPhrase(phrase: string): HeaderMatch | undefined {
  const match = MATCHES.get(phrase) ?? MATCHES_WITHOUT_SPACES.get(phrase) ?? BARE_MATCHES.get(withoutLinks(phrase))
  if (match) return match
  const words = phrase.split(' ')
  const full = words.filter((word) => !EMPTY_WORDS.has(word))
  if (full.length === words.length || full.length === 0) return undefined
  const weaker = MATCHES.get(full.join(' '))
  return weaker && { role: weaker.role, rank: weaker.rank + RANK_WITHOUT_EMPTY_WORDS }
}

/** The words of a header in lower case, without accents, currencies, numbers and text in brackets. */
export function phraseOf(header: string): string {
  const words = fold(
    header.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, ' ').replace(/\([^)]*\)|\[[^\]]*\]/g, ' '),
  )
    .replace(/[*:?#"'`´’._/\\|+-]+/g, ' ')
    .replace(/\p{Sc}/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word))
  const withoutCurrency = words.filter((word) => word.length !== 3 || currencyCode(word) === undefined)
  const last = withoutCurrency.length === 0 ? words : withoutCurrency
  return last.map((word) => word.replace(/(?<=\p{L}{3,})\d{1,2}$/u, '')).join(' ')
}
