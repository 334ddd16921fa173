/** The translated headers by the English one. */
export type Translation = ReadonlyMap<string, readonly string[]>

/**
 * By language, the headers of `WC_Product_CSV_Exporter` as the translations of WooCommerce have them. Where versions
 * differ, all wordings are listed. The SKU, the gtin and the brands stay English in some languages. Persian is written
 * without its zero-width non-joiners, because headers match without them.
 */
export const TRANSLATIONS: ReadonlyMap<string, Translation> = new Map(
  Object.entries({
    German: `
      Type=Typ · SKU=Artikelnummer · GTIN, UPC, EAN, or ISBN=GTIN, UPC, EAN oder ISBN · Published=Veröffentlicht
      Short description=Kurzbeschreibung · Description=Beschreibung · Tax status=Steuerstatus · In stock?=Vorrätig?
      Date sale price starts=Datum, an dem Angebotspreis beginnt · Stock=Lager | Bestand · Brands=Marken
      Date sale price ends=Datum, an dem Angebotspreis endet · Sale price=Angebotspreis · Categories=Kategorien
      Regular price=Regulärer Preis · Tags=Schlagwörter · Images=Bilder · Parent=Übergeordnetes Produkt
      Attribute N name=Attribut N Name · Attribute N value(s)=Attribut N Wert(e)`,
    French: `
      SKU=UGS · GTIN, UPC, EAN, or ISBN=GTIN, UPC, EAN ou ISBN · Name=Nom · Published=Publié
      Short description=Description courte · Date sale price starts=Date de début de promo
      Date sale price ends=Date de fin de promo · Tax status=État de la TVA | Statut fiscal
      In stock?=En stock ? | En inventaire? · Stock=Inventaire · Sale price=Tarif promo · Regular price=Tarif régulier
      Categories=Catégories · Tags=Étiquettes · Attribute N name=Nom de l'attribut N
      Attribute N value(s)=Valeur(s) de l'attribut N`,
    Spanish: `
      Type=Tipo · GTIN, UPC, EAN, or ISBN=GTIN, UPC, EAN o ISBN · Name=Nombre · Published=Publicado
      Short description=Descripción corta · Description=Descripción · Tax status=Estado del impuesto
      Date sale price starts=Día en que empieza el precio rebajado · In stock?=¿Existencias? · Stock=Inventario
      Date sale price ends=Día en que termina el precio rebajado · Sale price=Precio rebajado
      Regular price=Precio normal · Categories=Categorías · Tags=Etiquetas · Images=Imágenes · Parent=Superior
      Brands=Marcas · Attribute N name=Nombre del atributo N · Attribute N value(s)=Valor(es) del atributo N`,
    Italian: `
      Type=Tipo · SKU=COD · GTIN, UPC, EAN, or ISBN=GTIN, UPC, EAN, o ISBN · Name=Nome · Published=Pubblicato
      Short description=Breve descrizione · Description=Descrizione · Tax status=Stato delle imposte
      Date sale price starts=Data di partenza del prezzo in saldo · Stock=Magazzino · Sale price=Prezzo in offerta
      Date sale price ends=Data in cui termina l'offerta | Termine data del prezzo di vendita
      Regular price=Prezzo di listino · Categories=Categorie · Tags=Tag | Etichette · Images=Immagine | Immagini
      Parent=Genitore · Brands=Marchi · Attribute N name=Nome dell'attributo N | Attributo N nome
      Attribute N value(s)=Valore dell'attributo N | Attributo N valuta(e)`,
    Dutch: `
      SKU=Artikelnummer · GTIN, UPC, EAN, or ISBN=GTIN, UPC, EAN of ISBN · Name=Naam · Published=Gepubliceerd
      Short description=Korte beschrijving | Korte omschrijving · Description=Beschrijving · Tax status=Btw status
      Date sale price starts=Startdatum actieprijs · Date sale price ends=Einddatum actieprijs · Stock=Voorraad
      In stock?=Op voorraad? · Sale price=Actieprijs · Regular price=Reguliere prijs · Categories=Categorieën
      Images=Afbeeldingen · Parent=Hoofd · Brands=Merken · Attribute N name=Naam eigenschap N
      Attribute N value(s)=Waarde eigenschap N`,
    'Brazilian Portuguese': `
      Type=Tipo · GTIN, UPC, EAN, or ISBN=GTIN, UPC, EAN ou ISBN · Name=Nome · Published=Publicado
      Short description=Descrição curta · Description=Descrição · Tax status=Status do imposto
      Date sale price starts=Data de preço promocional começa em · In stock?=Em estoque? · Stock=Estoque
      Date sale price ends=Data de preço promocional termina em · Sale price=Preço promocional · Regular price=Preço
      Categories=Categorias · Images=Imagens · Parent=Ascendente · Brands=Marcas
      Attribute N name=Nome do atributo N · Attribute N value(s)=Valores do atributo N`,
    Portuguese: `
      Type=Tipo · SKU=REF · Name=Nome · Published=Publicado · Short description=Descrição breve · Description=Descrição
      Date sale price starts=Data de início do preço promocional · Tax status=Situação fiscal · In stock?=Em stock?
      Date sale price ends=Data de término do preço promocional · Sale price=Preço promocional
      Regular price=Preço normal · Categories=Categorias · Tags=Etiquetas · Images=Imagens · Parent=Pai · Brands=Marcas
      Attribute N name=Atributo N nome · Attribute N value(s)=Atributo N valor(es)`,
    Polish: `
      ID=Identyfikator · Type=Typ · Name=Nazwa · Published=Opublikowano · Short description=Krótki opis
      Description=Opis · Date sale price starts=Data rozpoczęcia promocji · Tax status=Status podatku
      Date sale price ends=Data zakończenia promocji · In stock?=W magazynie? · Stock=Stan magazynowy | Magazyn
      Sale price=Cena promocyjna · Regular price=Cena | Cena regularna · Categories=Kategorie · Tags=Tagi
      Images=Obrazki · Parent=Element nadrzędny · Attribute N name=Nazwa atrybutu N
      Attribute N value(s)=Wartości atrybutu N`,
    Swedish: `
      Type=Typ · SKU=Artikelnummer | Artikelnr · GTIN, UPC, EAN, or ISBN=GTIN, UPC, EAN eller ISBN · Name=Namn
      Published=Publicerad · Short description=Kort beskrivning · Description=Beskrivning · Tax status=Momsstatus
      Date sale price starts=Datum när reapriset börjar · Date sale price ends=Datum när reapriset upphör
      In stock?=I lager? · Stock=Lagersaldo | Lager · Sale price=Reapris · Regular price=Ordinarie pris
      Categories=Kategorier · Tags=Taggar · Images=Bilder · Parent=Förälder · Attribute N name=Attribut N namn
      Attribute N value(s)=Attribut N värde(n)`,
    Hungarian: `
      ID=Azonosító · Type=Típus · SKU=Cikkszám · Name=Név · Published=Közzétéve · Short description=Rövid leírás
      Description=Leírás · Date sale price starts=Akciós ár kezdődátuma · Date sale price ends=Akciós ár végdátuma
      Tax status=Adó státusz · In stock?=Raktáron? · Stock=Készlet · Sale price=Akciós ár · Regular price=Normál ár
      Categories=Kategória · Tags=Címkék · Images=Képek · Parent=Szülő · Attribute N name=Tulajdonság neve N
      Attribute N value(s)=Tulajdonság (N) értéke(i)`,
    Romanian: `
      Type=Tip · GTIN, UPC, EAN, or ISBN=GTIN, UPC, EAN sau ISBN · Name=Nume · Published=Publicat · Stock=Stoc
      Short description=Descriere scurtă · Description=Descriere · Date sale price starts=Dată începere promoție
      Date sale price ends=Dată încheiere promoție · Tax status=Stare taxă · In stock?=În stoc?
      Sale price=Preț promoțional | Preț de vânzare · Regular price=Preț obișnuit · Categories=Categorii
      Tags=Etichete · Images=Imagini · Parent=Părinte · Brands=Branduri · Attribute N name=Nume atribut N
      Attribute N value(s)=Valoare (valori) atribut N`,
    Russian: `
      Type=Тип · SKU=Артикул · Name=Имя · Published=Опубликован · Description=Описание · Tax status=Статус налога
      Short description=Короткое описание | Краткое описание · In stock?=В наличии? · Stock=Запасы
      Date sale price starts=Дата начала действия продажной цены · Sale price=Цена распродажи
      Date sale price ends=Дата окончания действия продажной цены · Regular price=Базовая цена · Categories=Категории
      Tags=Метки · Images=Изображения · Parent=Родительский · Attribute N name=Имя атрибута N
      Attribute N value(s)=Значение(-я) аттрибута(-ов) N`,
    Ukrainian: `
      Type=Тип · SKU=Артикул · Name=Назва · Published=Опубліковано · Short description=Короткий опис
      Description=Опис · Date sale price starts=Початок акції · Date sale price ends=Завершення акції
      Tax status=Статус податку · In stock?=В наявності? · Stock=Запаси · Sale price=Ціна зі знижкою
      Regular price=Звичайна ціна · Categories=Категорії · Tags=Позначки · Images=Зображення · Parent=Предок
      Attribute N name=Назва N атрибуту · Attribute N value(s)=N значення атрибуту`,
    Bulgarian: `
      Type=Вид · SKU=Код · Name=Име · Published=Публикувано · Short description=Кратко описание · Description=Описание
      Date sale price starts=Начална дата на намалението · Date sale price ends=Крайна дата на намалението
      In stock?=В наличност? · Stock=Наличност · Sale price=Промоционална цена: · Regular price=Редовна цена:
      Categories=Категории · Tags=Етикети · Images=Изображения · Parent=Родителски · Attribute N name=Име на атрибута N
      Attribute N value(s)=Стойност(и) на атрибута N`,
    Turkish: `
      ID=Kimlik · Type=Tür · SKU=Stok kodu (SKU) · GTIN, UPC, EAN, or ISBN=GTIN, UPC, EAN veya ISBN · Name=İsim
      Published=Yayımlanmış · Short description=Kısa açıklama · Description=Açıklama · Tax status=Vergi durumu
      Date sale price starts=İndirimli fiyatın başladığı tarih · In stock?=Stokta? · Stock=Stok
      Date sale price ends=İndirimli fiyatın bittiği tarih · Sale price=İndirimli satış fiyatı
      Regular price=Normal fiyat · Categories=Kategoriler · Tags=Etiketler · Images=Görseller · Parent=Ebeveyn
      Brands=Markalar · Attribute N name=Nitelik N ismi · Attribute N value(s)=Nitelik N değer(ler)i`,
    Greek: `
      Type=Τύπος · SKU=Κωδικός προϊόντος · Name=Όνομα · Published=Δημοσιευμένο · Description=Περιγραφή
      Short description=Σύντομη περιγραφή · Date sale price starts=Ημερομηνία έναρξης εκπτωτικής τιμής
      Date sale price ends=Ημερομηνία λήξης εκπτωτικής τιμής · Tax status=Κατάσταση φόρου · In stock?=Σε απόθεμα;
      Stock=Απόθεμα · Sale price=Τιμή προσφοράς · Regular price=Κανονική τιμή · Categories=Κατηγορίες · Tags=Ετικέτες
      Images=Εικόνες · Parent=Γονέας · Attribute N name=Όνομα ιδιότητας N
      Attribute N value(s)=Τιμή(ές) ιδιότητας N`,
    Croatian: `
      Type=Vrsta · Name=Naziv · Published=Objavljeno · Short description=Kratak opis · Description=Opis
      Date sale price starts=Datum početka sniženja · Date sale price ends=Datum kraja sniženja
      Tax status=Status poreza · In stock?=Na zalihi? · Stock=Zalihe · Sale price=Rasprodajna cijena
      Regular price=Normalna cijena · Categories=Kategorije · Tags=Oznake · Images=Slike · Parent=Glavni
      Attribute N name=Atribut N ime · Attribute N value(s)=Atribut N vrijednosti`,
    Bosnian: `
      Type=Vrsta · Name=Naziv · Published=Objavljeno · Short description=Kratak opis · Description=Opis
      Date sale price starts=Datum početka sniženja · Date sale price ends=Datum kraja sniženja · In stock?=Na stanju?
      Stock=Zaliha · Sale price=Snižena cijena: · Regular price=Normalna cijena: · Categories=Kategorije · Tags=Oznake
      Images=Slike · Parent=Glavni · Attribute N name=Atribut N ime · Attribute N value(s)=Atribut N vrijednosti`,
    Slovenian: `
      Type=Vrsta · SKU=Šifra · Name=Naziv · Published=Objavljeno · Short description=Kratek opis · Description=Opis
      Date sale price starts=Začetni datum akcijske cene · Date sale price ends=Končni datum akcijske cene
      In stock?=Na zalogi? · Stock=Zaloga · Sale price=Akcijska cena · Regular price=Redna cena · Categories=Kategorije
      Tags=Oznake · Images=Slike · Parent=Nadrejeni · Attribute N name=Naziv atributa N
      Attribute N value(s)=Vrednost(i) atributa N`,
    Serbian: `
      Type=Тип · SKU=Шифра производа · Name=Име · Published=Објављено · Short description=Кратак опис
      Description=Опис · Date sale price starts=Датум почетка продаје.
      Date sale price ends=Датум престанка распродаје · Tax status=Стање пореза · In stock?=На залихама? · Stock=Залихе
      Sale price=Цена на снижењу · Regular price=Редовна цена · Categories=Категорије · Tags=Ознаке · Images=Слике
      Parent=Родитељ · Attribute N name=Име N атрибута · Attribute N value(s)=Атрибут N вредност(и)`,
    Latvian: `
      Type=Tips · Name=Vārds · Published=Publicēts · Short description=Īss apraksts · Description=Apraksts
      Date sale price starts=Akcijas cenas sākuma datums · Date sale price ends=Akcijas cenas beigu datums
      Tax status=Nodokļa status · In stock?=Ir noliktavā? · Stock=Noliktavā · Sale price=Akcijas cena
      Regular price=Parastā cena: · Categories=Kategorija · Tags=Birkas · Images=Attēli · Parent=Vecāks
      Brands=Zīmoli · Attribute N name=Atribūta N nosaukums · Attribute N value(s)=Atribūta N vērtība (-s)`,
    Lithuanian: `
      Type=Tipas · SKU=Prekės kodas · Name=Pavadinimas · Published=Paskelbtas · Short description=Trumpas apibūdinimas
      Description=Aprašymas · Date sale price starts=Akcijinės kainos galiojimo pradžia
      Date sale price ends=Akcijinės kainos galiojimo pabaiga · In stock?=Turime? · Stock=Atsargos
      Sale price=Akcijinė kaina · Regular price=Reguliari kaina · Categories=Kategorijos · Tags=Žymos
      Images=Paveikslėliai · Parent=Tėvinis · Attribute N name=Požymio N pavadinimas
      Attribute N value(s)=Požymio N reikšmė(s)`,
    Estonian: `
      Type=Tüüp · SKU=Tootekood · Name=Nimi · Published=Avaldatud · Short description=Lühikirjeldus
      Description=Kirjeldus · Date sale price starts=Soodushinna alguskuupäev · Tax status=Maksustamine
      Date sale price ends=Soodushinna lõpukuupäev · In stock?=Laos? · Stock=Ladu · Sale price=Soodushind
      Regular price=Tavahind · Categories=Kategooriad · Tags=Sildid · Images=Pildid · Parent=Ülem · Brands=Brändid
      Attribute N name=Omaduse N nimi · Attribute N value(s)=Omaduse N väärtus(ed)`,
    Catalan: `
      ID=Identificador · Type=Tipus · GTIN, UPC, EAN, or ISBN=GTIN, UPC, EAN, o ISBN · Name=Nom · Published=Publicat
      Short description=Descripció breu · Description=Descripció · Tax status=Estat de l'impost · In stock?=En estoc?
      Date sale price starts=Dia en què comença el preu rebaixat · Stock=Estoc · Sale price=Preu rebaixat
      Date sale price ends=Dia en què acaba el preu rebaixat · Regular price=Preu habitual · Tags=Etiquetes
      Images=Imatges · Parent=Pare · Brands=Marques · Attribute N name=Nom de l'atribut N
      Attribute N value(s)=Valor(s) de l'atribut N`,
    Basque: `
      ID=IDa · Type=Mota · Name=Izena · Published=Argitaratuta · Short description=Deskribapen laburra
      Description=Deskribapena · Date sale price starts=Beheratutako prezioa hasten den eguna
      Date sale price ends=Beheratutako prezioa amaitzen den eguna · In stock?=Eskuragarri? · Stock=Stocka
      Sale price=Merkealdi Prezioa: · Regular price=Ohiko Prezioa: · Categories=Kategoriak · Tags=Etiketak
      Images=Irudiak · Parent=Gurasoa · Attribute N name=N atributuaren izena
      Attribute N value(s)=N atributuen balioa(k)`,
    Czech: `
      Type=Typ · Name=Jméno · Published=Publikovaný · Short description=Krátký popis · Description=Popis
      Tax status=Stav daně · Date sale price starts=Akční cena začíná dne · Date sale price ends=Akční cena končí dne
      In stock?=Skladem? · Stock=Sklad · Sale price=Akční cena · Regular price=Běžná cena · Categories=Kategorie
      Tags=Štítky · Images=Obrázky · Parent=Nadřazené · Attribute N name=Název N vlastnosti
      Attribute N value(s)=Hodnota(y) N vlastnosti`,
    Danish: `
      SKU=Varenummer · Name=Navn · Published=Udgivet · Short description=Kort beskrivelse · Description=Beskrivelse
      Date sale price starts=Den dato hvor tilbudsprisen starter
      Date sale price ends=Den dato hvor tilbudsprisen slutter · In stock?=På lager? · Stock=Lager
      Sale price=Tilbudspris · Regular price=Normalpris · Categories=Kategorier · Images=Billeder · Parent=Overordnet
      Attribute N name=Egenskab N navn · Attribute N value(s)=Egenskab N værdi(er)`,
    Norwegian: `
      SKU=Produktnummer · Name=Navn · Published=Publisert · Short description=Kort beskrivelse
      Description=Beskrivelse · Date sale price starts=Startdato for tilbudspris
      Date sale price ends=Sluttdato for tilbudspris · In stock?=På lager? · Stock=Lager · Sale price=Tilbudspris
      Regular price=Ordinær pris · Categories=Kategorier · Tags=Stikkord · Images=Bilder · Parent=Forelder
      Attribute N name=Attributt N navn · Attribute N value(s)=Attributt N verdi(er)`,
    Finnish: `
      Type=Laji · SKU=Tuotetunnus (SKU) · Name=Nimi · Published=Julkaistu · Short description=Lyhyt kuvaus
      Description=Kuvaus · Date sale price starts=Alennuksen aloituspäivä
      Date sale price ends=Alennuksen päättymispäivä · In stock?=Varasto? · Stock=Varasto · Sale price=Alennettu hinta
      Regular price=Normaali hinta · Categories=Osastot · Tags=Avainsanat · Images=Kuvat · Parent=Ylempi taso
      Attribute N name=Ominaisuus N nimi · Attribute N value(s)=Ominaisuus N arvo(t)`,
    Slovak: `
      Type=Typ · SKU=Katalógové číslo · Name=Meno · Published=Publikované · Short description=Krátky popis
      Description=Popis · Date sale price starts=Dátum začiatku zľavy · Date sale price ends=Dátum konca akciovej ceny
      In stock?=Na sklade? · Stock=Sklad · Sale price=Cena po zľave · Regular price=Normálna cena
      Categories=Kategórie · Tags=Tagy · Images=Obrázky · Parent=Nadradené · Attribute N name=Meno vlastnosti N
      Attribute N value(s)=Hodnota(y) vlastnosti N`,
    Indonesian: `
      Type=Tipe · Name=Nama · Published=Telah Terbit · Short description=Deskripsi singkat · Description=Deskripsi
      Date sale price starts=Tanggal harga diskon dimulai · Date sale price ends=Tanggal harga diskon berakhir
      In stock?=Stok tersedia? · Stock=Stok · Sale price=Harga obral · Regular price=Harga normal · Categories=Kategori
      Tags=Tag · Images=Gambar-gambar · Parent=Induk · Attribute N name=Nama atribut N
      Attribute N value(s)=Nilai Atribut N`,
    Hebrew: `
      Type=סוג · SKU=מק"ט · Name=שם · Published=פורסם · Short description=תיאור קצר · Description=תיאור
      Date sale price starts=תאריך התחלה של מחיר המבצע · Date sale price ends=תאריך סיום של מחיר המבצע
      In stock?=במלאי? · Stock=מלאי · Sale price=מחיר מבצע · Regular price=מחיר רגיל · Categories=קטגוריות · Tags=תגיות
      Images=תמונות · Parent=אב · Attribute N name=שיוך N שמות · Attribute N value(s)=שיוך N ערכים`,
    Arabic: `
      Type=النوع · SKU=رمز المنتج (SKU) · Name=الاسم · Published=تم النشر · Short description=وصف قصير
      Description=الوصف · Date sale price starts=تاريخ بدء سعر التخفيض · Date sale price ends=تاريخ نهاية سعر التخفيض
      In stock?=متوفر؟ · Stock=المخزون · Sale price=سعر التخفيض · Regular price=السعر الافتراضي · Categories=التصنيفات
      Tags=الوسوم · Images=الصور · Parent=الأب · Attribute N name=اسم السمة N · Attribute N value(s)=قيمة/قيم السمة N`,
    Persian: `
      ID=شناسه · Type=نوع · SKU=شناسه محصول · Name=نام · Published=منتشر شده · Short description=توضیح کوتاه
      Description=توضیحات · Date sale price starts=تاریخ شروع فروش ویژه · Date sale price ends=تاریخ پایان فروش ویژه
      In stock?=در انبار؟ · Stock=انبار · Sale price=قیمت فروش ویژه · Regular price=قیمت عادی · Categories=دستهها
      Tags=برچسبها · Images=تصاویر · Parent=مادر · Brands=برندها · Attribute N name=نام N صفت
      Attribute N value(s)=مقدار(های) N صفت`,
    Japanese: `
      Type=タイプ · GTIN, UPC, EAN, or ISBN=GTIN、UPC、EAN、ISBN · Name=名前 · Published=公開済み
      Short description=簡単な説明 · Description=説明 · Date sale price starts=セール価格の開始日
      Date sale price ends=セール価格の終了日 · Tax status=課税ステータス · In stock?=在庫の有無 · Stock=在庫
      Sale price=セール価格 · Regular price=標準価格 · Categories=カテゴリー · Tags=タグ · Images=画像 · Parent=親
      Attribute N name=属性 N の名前 · Attribute N value(s)=属性 N の値`,
    Korean: `
      Type=형식 · Name=이름 · Published=발행됨 · Short description=간단한 설명 · Description=설명
      Date sale price starts=판매 가격 시작 날짜 · Date sale price ends=판매 가격 종료 날짜 · In stock?=재고가 있나요? · Stock=재고
      Sale price=할인 가격 · Regular price=정상 가격 · Categories=카테고리 · Tags=태그 · Images=이미지 · Parent=상위
      Attribute N name=속성 N 이름 · Attribute N value(s)=속성 N 값`,
    Thai: `
      Type=ชนิด · SKU=รหัสสินค้า · Name=ชื่อ · Published=เผยแพร่แล้ว · Short description=คำอธิบายแบบย่อ
      Description=คำอธิบาย · Date sale price starts=วันเริ่มต้นลดราคา · Date sale price ends=วันสิ้นสุดการลดราคา
      In stock?=มีสินค้าในคลังสินค้า? · Stock=คลังสินค้า · Sale price=ราคาที่ลด · Regular price=ราคาปกติ
      Categories=หมวดหมู่ · Tags=ป้ายกำกับ · Images=ไฟล์รูปภาพ · Parent=หลัก · Attribute N name=ชื่อคุณสมบัติ N
      Attribute N value(s)=ค่าคุณสมบัติ N`,
    'Chinese of China': `
      Type=类型 · Name=名称 · Published=已发布 · Short description=简单描述 · Description=描述 · Tax status=税状态
      Date sale price starts=促销开始日期 · Date sale price ends=促销截止日期 · In stock?=有货？ · Stock=库存
      Sale price=促销价格 · Regular price=常规售价 · Categories=分类 · Tags=标签 · Images=图片 · Parent=父级
      Attribute N name=属性 N 名称 · Attribute N value(s)=属性 N 值`,
    'Chinese of Taiwan': `
      ID=代碼 · Type=類型 · SKU=貨號 · Name=名稱 · Published=已發佈 · Short description=簡短內容說明
      Description=描述 · Date sale price starts=折扣價開始日期 · Date sale price ends=折扣價結束日期
      Tax status=稅金狀態 · In stock?=有庫存？ · Stock=庫存 · Sale price=特價 · Regular price=原價 · Categories=分類
      Tags=標籤 · Images=圖片 · Parent=上層 · Attribute N name=屬性 N 名稱 · Attribute N value(s)=屬性 N 值`,
    Vietnamese: `
      Type=Loại · SKU=Mã sản phẩm · Name=Tên · Published=Đã đăng · Short description=Mô tả ngắn · Description=Mô tả
      Date sale price starts=Ngày bắt đầu giảm giá · Date sale price ends=Ngày kết thúc giảm giá
      Tax status=Trạng thái thuế · In stock?=Còn hàng? · Stock=Kho · Sale price=Giá khuyến mãi
      Regular price=Giá bán thường · Categories=Danh mục · Tags=Từ khóa · Images=Hình ảnh · Parent=Gốc
      Attribute N name=Tên thuộc tính N · Attribute N value(s)=Giá trị thuộc tính N`,
  }).map(([language, text]) => [language, translationOf(text)]),
)

/** Reads lines of pairs with “ · ” between them: the English header, “=”, and the translations with “ | ” between them. */
function translationOf(text: string): Translation {
  const pairs = text.trim().split(/\s*(?:\n| · )\s*/)
  return new Map(
    pairs.map((pair) => {
      const [english = '', translated = ''] = pair.split('=')
      return [english, translated.split(' | ')]
    }),
  )
}
