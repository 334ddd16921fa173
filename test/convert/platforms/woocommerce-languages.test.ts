// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFile, reasons, told, warned } from '../catalog-file.ts'

const ENGLISH =
  'ID,Type,SKU,Name,Published,"Short description",Description,"Date sale price starts","Date sale price ends","Tax status","In stock?",Stock,"Sale price","Regular price",Categories,Tags,Images,Parent,"Attribute 1 name","Attribute 1 value(s)"'

/**
 * The headers above as WooCommerce exports them on a site in another language. “(ID)” and “(tax status)” stand for headers
 * that are not confirmed: their values show these columns.
 */
const HEADERS = {
  German:
    'ID,Typ,Artikelnummer,Name,Veröffentlicht,Kurzbeschreibung,Beschreibung,"Datum, an dem Angebotspreis beginnt","Datum, an dem Angebotspreis endet",Steuerstatus,Vorrätig?,Lager,Angebotspreis,"Regulärer Preis",Kategorien,Schlagwörter,Bilder,"Übergeordnetes Produkt","Attribut 1 Name","Attribut 1 Wert(e)"',
  French:
    'ID,Type,UGS,Nom,Publié,"Description courte",Description,"Date de début de promo","Date de fin de promo","État de la TVA","En stock ?",Stock,"Tarif promo","Tarif régulier",Catégories,Étiquettes,Images,Parent,"Nom de l’attribut 1","Valeur(s) de l’attribut 1 "',
  Spanish:
    'ID,Tipo,SKU,Nombre,Publicado,"Descripción corta",Descripción,"Día en que empieza el precio rebajado","Día en que termina el precio rebajado","Estado del impuesto",¿Existencias?,Inventario,"Precio rebajado","Precio normal",Categorías,Etiquetas,Imágenes,Superior,"Nombre del atributo 1","Valor(es) del atributo 1"',
  Italian:
    'ID,Tipo,SKU,Nome,Pubblicato,"Breve descrizione",Descrizione,"Data di partenza del prezzo in saldo","Data in cui termina l\'offerta","Stato delle imposte","In stock?",Magazzino,"Prezzo in offerta","Prezzo di listino",Categorie,Tag,Immagine,Genitore,"Nome dell\'attributo 1","Valore dell\'attributo 1"',
  'Italian of older versions':
    'ID,Tipo,COD,Nome,Pubblicato,"Breve descrizione",Descrizione,"Data di partenza del prezzo in saldo","Termine data del prezzo di vendita","Stato delle imposte","In stock?",Magazzino,"Prezzo in offerta","Prezzo di listino",Categorie,Etichette,Immagine,Genitore,"Attributo 1 nome","Attributo 1 valuta(e)"',
  Dutch:
    'ID,Type,Artikelnummer,Naam,Gepubliceerd,"Korte omschrijving",Beschrijving,"Startdatum actieprijs","Einddatum actieprijs","Btw status","Op voorraad?",Voorraad,Actieprijs,"Reguliere prijs",Categorieën,Tags,Afbeeldingen,Hoofd,"Naam eigenschap 1","Waarde eigenschap 1"',
  'Brazilian Portuguese':
    'ID,Tipo,SKU,Nome,Publicado,"Descrição curta",Descrição,"Data de preço promocional começa em","Data de preço promocional termina em","Status do imposto","Em estoque?",Estoque,"Preço promocional",Preço,Categorias,Tags,Imagens,Ascendente,"Nome do atributo 1","Valores do atributo 1"',
  Portuguese:
    'ID,Tipo,REF,Nome,Publicado,"Descrição breve",Descrição,"Data de início do preço promocional","Data de término do preço promocional","Situação fiscal","Em stock?",Stock,"Preço promocional","Preço normal",Categorias,Etiquetas,Imagens,Pai,"Atributo 1 nome","Atributo 1 valor(es)"',
  Polish:
    'ID,Typ,SKU,Nazwa,Opublikowano,"Krótki opis",Opis,"Data rozpoczęcia promocji","Data zakończenia promocji","Status podatku","W magazynie?","Stan magazynowy","Cena promocyjna",Cena,Kategorie,Tagi,Obrazki,"Element nadrzędny","Nazwa atrybutu 1","Wartości atrybutu 1"',
  Swedish:
    'ID,Typ,Artikelnummer,Namn,Publicerad,"Kort beskrivning",Beskrivning,"Datum när reapriset börjar","Datum när reapriset upphör",Momsstatus,"I lager?",Lagersaldo,Reapris,"Ordinarie pris",Kategorier,Taggar,Bilder,Förälder,"Attribut 1 namn","Attribut 1 värde(n)"',
  Hungarian:
    'Azonosító,Típus,Cikkszám,Név,Közzétéve,"Rövid leírás",Leírás,"Akciós ár kezdődátuma","Akciós ár végdátuma","Adó státusz",Raktáron?,Készlet,"Akciós ár","Normál ár",Kategória,Címkék,Képek,Szülő,"Tulajdonság neve 1","Tulajdonság (1) értéke(i)"',
  Romanian:
    'ID,Tip,SKU,Nume,Publicat,"Descriere scurtă",Descriere,"Dată începere promoție","Dată încheiere promoție","Stare taxă","În stoc?",Stoc,"Preț promoțional","Preț obișnuit",Categorii,Etichete,Imagini,Părinte,"Nume atribut 1","Valoare (valori) atribut 1"',
  Russian:
    'ID,Тип,Артикул,Имя,Опубликован,"Краткое описание",Описание,"Дата начала действия продажной цены","Дата окончания действия продажной цены","Статус налога","В наличии?",Запасы,"Цена распродажи","Базовая цена",Категории,Метки,Изображения,Родительский,"Имя атрибута 1","Значение(-я) аттрибута(-ов) 1"',
  Ukrainian:
    'ID,Тип,Артикул,Назва,Опубліковано,"Короткий опис",Опис,"Початок акції","Завершення акції","Статус податку","В наявності?",Запаси,"Ціна зі знижкою","Звичайна ціна",Категорії,Позначки,Зображення,Предок,"Назва 1 атрибуту","1 значення атрибуту"',
  Bulgarian:
    'ID,Вид,Код,Име,Публикувано,"Кратко описание",Описание,"Начална дата на намалението","Крайна дата на намалението","(tax status)","В наличност?",Наличност,"Промоционална цена:","Редовна цена:",Категории,Етикети,Изображения,Родителски,"Име на атрибута 1","Стойност(и) на атрибута 1"',
  Turkish:
    'Kimlik,Tür,"Stok kodu (SKU)",İsim,Yayımlanmış,"Kısa açıklama",Açıklama,"İndirimli fiyatın başladığı tarih","İndirimli fiyatın bittiği tarih","Vergi durumu",Stokta?,Stok,"İndirimli satış fiyatı","Normal fiyat",Kategoriler,Etiketler,Görseller,Ebeveyn,"Nitelik 1 ismi","Nitelik 1 değer(ler)i"',
  Greek:
    'ID,Τύπος,"Κωδικός προϊόντος",Όνομα,Δημοσιευμένο,"Σύντομη περιγραφή",Περιγραφή,"Ημερομηνία έναρξης εκπτωτικής τιμής","Ημερομηνία λήξης εκπτωτικής τιμής","Κατάσταση φόρου","Σε απόθεμα;",Απόθεμα,"Τιμή προσφοράς","Κανονική τιμή",Κατηγορίες,Ετικέτες,Εικόνες,Γονέας,"Όνομα ιδιότητας 1","Τιμή(ές) ιδιότητας 1"',
  Croatian:
    'ID,Vrsta,SKU,Naziv,Objavljeno,"Kratak opis",Opis,"Datum početka sniženja","Datum kraja sniženja","Status poreza","Na zalihi?",Zalihe,"Rasprodajna cijena","Normalna cijena",Kategorije,Oznake,Slike,Glavni,"Atribut 1 ime","Atribut 1 vrijednosti"',
  Bosnian:
    'ID,Vrsta,SKU,Naziv,Objavljeno,"Kratak opis",Opis,"Datum početka sniženja","Datum kraja sniženja","(tax status)","Na stanju?",Zaliha,"Snižena cijena:","Normalna cijena:",Kategorije,Oznake,Slike,Glavni,"Atribut 1 ime","Atribut 1 vrijednosti"',
  Slovenian:
    '(ID),Vrsta,Šifra,Naziv,Objavljeno,"Kratek opis",Opis,"Začetni datum akcijske cene","Končni datum akcijske cene","(tax status)","Na zalogi?",Zaloga,"Akcijska cena","Redna cena",Kategorije,Oznake,Slike,Nadrejeni,"Naziv atributa 1","Vrednost(i) atributa 1"',
  Serbian:
    '(ID),Тип,"Шифра производа",Име,Објављено,"Кратак опис",Опис,"Датум почетка продаје.","Датум престанка распродаје","Стање пореза","На залихама?",Залихе,"Цена на снижењу","Редовна цена",Категорије,Ознаке,Слике,Родитељ,"Име 1 атрибута","Атрибут 1 вредност(и)"',
  Latvian:
    'ID,Tips,SKU,Vārds,Publicēts,"Īss apraksts",Apraksts,"Akcijas cenas sākuma datums","Akcijas cenas beigu datums","Nodokļa status","Ir noliktavā?",Noliktavā,"Akcijas cena","Parastā cena:",Kategorija,Birkas,Attēli,Vecāks,"Atribūta 1 nosaukums","Atribūta 1 vērtība (-s)"',
  Lithuanian:
    '(ID),Tipas,"Prekės kodas",Pavadinimas,Paskelbtas,"Trumpas apibūdinimas",Aprašymas,"Akcijinės kainos galiojimo pradžia","Akcijinės kainos galiojimo pabaiga","(tax status)",Turime?,Atsargos,"Akcijinė kaina","Reguliari kaina",Kategorijos,Žymos,Paveikslėliai,Tėvinis,"Požymio 1 pavadinimas","Požymio 1 reikšmė(s)"',
  Estonian:
    'ID,Tüüp,Tootekood,Nimi,Avaldatud,Lühikirjeldus,Kirjeldus,"Soodushinna alguskuupäev","Soodushinna lõpukuupäev",Maksustamine,Laos?,Ladu,Soodushind,Tavahind,Kategooriad,Sildid,Pildid,Ülem,"Omaduse 1 nimi","Omaduse 1 väärtus(ed)"',
  Catalan:
    'Identificador,Tipus,SKU,Nom,Publicat,"Descripció breu",Descripció,"Dia en què comença el preu rebaixat","Dia en què acaba el preu rebaixat","Estat de l\'impost","En estoc?",Estoc,"Preu rebaixat","Preu habitual",Categories,Etiquetes,Imatges,Pare,"Nom de l\'atribut 1","Valor(s) de l\'atribut 1"',
  Basque:
    'IDa,Mota,SKU,Izena,Argitaratuta,"Deskribapen laburra",Deskribapena,"Beheratutako prezioa hasten den eguna","Beheratutako prezioa amaitzen den eguna","(tax status)",Eskuragarri?,Stocka,"Merkealdi Prezioa:","Ohiko Prezioa:",Kategoriak,Etiketak,Irudiak,Gurasoa,"1 atributuaren izena","1 atributuen balioa(k)"',
  Czech:
    'ID,Typ,SKU,Jméno,Publikovaný,"Krátký popis",Popis,"Akční cena začíná dne","Akční cena končí dne","Stav daně",Skladem?,Sklad,"Akční cena","Běžná cena",Kategorie,Štítky,Obrázky,Nadřazené,"Název 1 vlastnosti","Hodnota(y) 1 vlastnosti"',
  Danish:
    '(ID),Type,Varenummer,Navn,Udgivet,"Kort beskrivelse",Beskrivelse,"Den dato hvor tilbudsprisen starter","Den dato hvor tilbudsprisen slutter","(tax status)","På lager?",Lager,Tilbudspris,Normalpris,Kategorier,Tags,Billeder,Overordnet,"Egenskab 1 navn","Egenskab 1 værdi(er)"',
  Norwegian:
    '(ID),Type,Produktnummer,Navn,Publisert,"Kort beskrivelse",Beskrivelse,"Startdato for tilbudspris","Sluttdato for tilbudspris","(tax status)","På lager?",Lager,Tilbudspris,"Ordinær pris",Kategorier,Stikkord,Bilder,Forelder,"Attributt 1 navn","Attributt 1 verdi(er)"',
  Finnish:
    '(ID),Laji,"Tuotetunnus (SKU)",Nimi,Julkaistu,"Lyhyt kuvaus",Kuvaus,"Alennuksen aloituspäivä","Alennuksen päättymispäivä","(tax status)",Varasto?,Varasto,"Alennettu hinta","Normaali hinta",Osastot,Avainsanat,Kuvat,"Ylempi taso","Ominaisuus 1 nimi","Ominaisuus 1 arvo(t)"',
  Slovak:
    '(ID),Typ,"Katalógové číslo",Meno,Publikované,"Krátky popis",Popis,"Dátum začiatku zľavy","Dátum konca akciovej ceny","(tax status)","Na sklade?",Sklad,"Cena po zľave","Normálna cena",Kategórie,Tagy,Obrázky,Nadradené,"Meno vlastnosti 1","Hodnota(y) vlastnosti 1"',
  Indonesian:
    '(ID),Tipe,SKU,Nama,"Telah Terbit","Deskripsi singkat",Deskripsi,"Tanggal harga diskon dimulai","Tanggal harga diskon berakhir","(tax status)","Stok tersedia?",Stok,"Harga obral","Harga normal",Kategori,Tag,Gambar-gambar,Induk,"Nama atribut 1","Nilai Atribut 1"',
  Hebrew:
    '(ID),סוג,"מק""ט",שם,פורסם,"תיאור קצר",תיאור,"תאריך התחלה של מחיר המבצע","תאריך סיום של מחיר המבצע","(tax status)",במלאי?,מלאי,"מחיר מבצע","מחיר רגיל",קטגוריות,תגיות,תמונות,אב,"שיוך 1 שמות","שיוך 1 ערכים"',
  Arabic:
    '(ID),النوع,"رمز المنتج (SKU)",الاسم,"تم النشر","وصف قصير",الوصف,"تاريخ بدء سعر التخفيض","تاريخ نهاية سعر التخفيض","(tax status)",متوفر؟,المخزون,"سعر التخفيض","السعر الافتراضي",التصنيفات,الوسوم,الصور,الأب,"اسم السمة 1","قيمة/قيم السمة 1"',
  Persian:
    'شناسه,نوع,"شناسه محصول",نام,"منتشر شده","توضیح کوتاه",توضیحات,"تاریخ شروع فروش ویژه","تاریخ پایان فروش ویژه","(tax status)","در انبار؟",انبار,"قیمت فروش ویژه","قیمت عادی",دسته\u200cها,برچسبها,تصاویر,مادر,"نام 1 صفت","مقدار(های) 1 صفت"',
  Japanese:
    'ID,タイプ,SKU,名前,公開済み,簡単な説明,説明,セール価格の開始日,セール価格の終了日,課税ステータス,在庫の有無,在庫,セール価格,標準価格,カテゴリー,タグ,画像,親,"属性 1 の名前","属性 1 の値"',
  Korean:
    '(ID),형식,SKU,이름,발행됨,"간단한 설명",설명,"판매 가격 시작 날짜","판매 가격 종료 날짜","(tax status)","재고가 있나요?",재고,"할인 가격","정상 가격",카테고리,태그,이미지,상위,"속성 1 이름","속성 1 값"',
  Thai: 'ID,ชนิด,รหัสสินค้า,ชื่อ,เผยแพร่แล้ว,คำอธิบายแบบย่อ,คำอธิบาย,วันเริ่มต้นลดราคา,วันสิ้นสุดการลดราคา,"(tax status)",มีสินค้าในคลังสินค้า?,คลังสินค้า,ราคาที่ลด,ราคาปกติ,หมวดหมู่,ป้ายกำกับ,ไฟล์รูปภาพ,หลัก,"ชื่อคุณสมบัติ 1","ค่าคุณสมบัติ 1"',
  'Chinese of China':
    'ID,类型,SKU,名称,已发布,简单描述,描述,促销开始日期,促销截止日期,税状态,有货？,库存,促销价格,常规售价,分类,标签,图片,父级,"属性 1 名称","属性 1 值"',
  'Chinese of Taiwan':
    '代碼,類型,貨號,名稱,已發佈,簡短內容說明,描述,折扣價開始日期,折扣價結束日期,稅金狀態,有庫存？,庫存,特價,原價,分類,標籤,圖片,上層,"屬性 1 名稱","屬性 1 值"',
  Vietnamese:
    'ID,Loại,"Mã sản phẩm",Tên,"Đã đăng","Mô tả ngắn","Mô tả","Ngày bắt đầu giảm giá","Ngày kết thúc giảm giá","Trạng thái thuế","Còn hàng?",Kho,"Giá khuyến mãi","Giá bán thường","Danh mục","Từ khóa","Hình ảnh",Gốc,"Tên thuộc tính 1","Giá trị thuộc tính 1"',
} as const

/** A product with two variations, one of them on sale, and products that are untaxed, out of stock, and a draft. */
const ROWS = `
10,variable,coat,Coat,1,Dry.,"Keeps you dry.",,,taxable,1,,,,"Clothing > Coats",new,https://img.example/coat.jpg,,Color,"Red, Blue"
11,variation,coat-r,"Coat - Red",1,,,2026-06-01,2026-06-30,taxable,1,4,"1.099,50","1.180,00",,,,id:10,Color,Red
12,variation,coat-b,"Coat - Blue",1,,,,,taxable,1,parent,,"80,00",,,https://img.example/blue.jpg,coat,Color,Blue
20,"simple, virtual",card,Card,1,"For you.",,,,none,0,,,30,Gifts,"new, gift",,,,
30,simple,secret,Secret,-1,,,,,taxable,1,,,30,,,,,,
`.slice(1)

const inEnglish = await readFile(`${ENGLISH}\n${ROWS}`)

describe('a WooCommerce product CSV in another language', () => {
  test('is compared with an English one that has products, variants and a row left out', () => {
    assert.deepEqual(inEnglish.problems, [])
    assert.deepEqual(
      inEnglish.products.map(({ name, variants }) => [
        name,
        variants.map(({ sku, price, stock }) => [sku, price, stock]),
      ]),
      [
        [
          'Coat',
          [
            ['coat-r', '1099.50', 4],
            ['coat-b', '80.00', null],
          ],
        ],
        ['Card', [['card', '30.00', 0]]],
      ],
    )
    assert.deepEqual(reasons(inEnglish), ['6 draft'])
  })

  for (const [language, header] of Object.entries(HEADERS))
    test(`gives the same products as an English one: ${language}`, async () => {
      const file = await readFile(`\ufeff${header}\n${ROWS}`)
      assert.equal(file.format, 'woocommerce')
      assert.deepEqual(file.products, inEnglish.products)
      assert.deepEqual(
        [file.problems, file.warnings, file.leftOut, file.unused],
        [inEnglish.problems, inEnglish.warnings, inEnglish.leftOut, inEnglish.unused],
      )
    })

  test('has its tax status found by the values, if one of them is “taxable” and none is blank', async () => {
    const header = HEADERS.German.replace('Steuerstatus', 'Mwst')
    assert.deepEqual((await readFile(`${header}\n${ROWS}`)).products, inEnglish.products)
    for (const rows of [ROWS.replace(',taxable,', ',,'), ROWS.replaceAll(',taxable,', ',none,')])
      assert.deepEqual((await readFile(`${header}\n${rows}`)).unused, ['Mwst'])
  })

  test('has its ID found by the numbers before the type', async () => {
    const header = HEADERS.German.replace('ID,', 'Nummer,')
    assert.deepEqual((await readFile(`${header}\n${ROWS}`)).products, inEnglish.products)
    const later = HEADERS.German.replace('ID,Typ,', 'Typ,Nummer,')
    const rows = ROWS.replace(/^(\d+),("[^"]*"|\w+),/gm, '$2,$1,')
    assert.deepEqual((await readFile(`${later}\n${rows}`)).unused, ['Nummer'])
  })

  test('may have only some columns, in another order', async () => {
    const file = await readFile('Regulärer Preis;Name;Typ;Kategorien\n30;Lampe;simple;Licht\n')
    assert.deepEqual(
      file.products.map(({ name, labelValues }) => [name, labelValues[0]!.name]),
      [['Lampe', 'Licht']],
    )
  })

  test('may have wordings of older and newer versions', async () => {
    const header = HEADERS.German.replace('Artikelnummer', 'SKU').replace(',Lager,', ',Bestand,')
    assert.deepEqual((await readFile(`${header}\n${ROWS}`)).products, inEnglish.products)
  })

  test('may have attribute numbers in Arabic or Persian digits', async () => {
    const header = HEADERS.Japanese
    for (const one of ['١', '۱'])
      assert.deepEqual((await readFile(`${header.replaceAll('1', one)}\n${ROWS}`)).products, inEnglish.products)
  })

  test('may be in an older encoding', async () => {
    const windows1252 = Buffer.from(`${HEADERS.German}\n${ROWS}`, 'latin1')
    const file = await readFile(windows1252)
    assert.deepEqual(file.products, inEnglish.products)
    assert.match(warned(file).join('\n'), /read as windows-1252/)
  })

  test('has problems and unused columns that are named as in the file', async () => {
    const file = await readFile(
      `${HEADERS.German},Versandklasse\n1,simple,l,Lampe,1${',,'.repeat(4)},teuer${','.repeat(7)}bulky\n`,
    )
    assert.deepEqual(
      [told(file), file.unused],
      [['2 Regulärer Preis is "teuer", which is not a decimal number'], ['Versandklasse']],
    )
  })

  test('is not what a table of another system with the same words is taken for', async () => {
    const text = 'Tipo,Nombre,Precio normal,Descripción,Imágenes\nzapato,Bota,30,Alta,b.jpg\n'
    const { format, products } = await readFile(text)
    assert.equal(format, 'table')
    assert.deepEqual(
      products.map(({ name }) => name),
      ['Bota'],
    )
  })
})
