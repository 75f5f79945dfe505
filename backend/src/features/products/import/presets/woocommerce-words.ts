/**
 * Headers of WooCommerce in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Russian, Swedish, Danish,
 * Czech, Turkish, Serbian and Croatian. Only WooCommerce has `flags` and `signs`.
 */
export const WORDS = {
  id: 'ID|Kimlik|Identyfikator|Identifiant',
  type: 'Type|Typ|Tipo|Тип|Tip|Vrsta|Tür|Тип производа',
  sku: 'SKU|UGS|Artikelnummer|Art.-Nr.|COD|REF|Referencia|Артикул|Artikelnr|Varenummer|Katalogové číslo|Stok kodu|Šifra proizvoda|Šifra|Шифра производа|Código|Référence',
  name: 'Name|Nom|Nombre|Nome|Naam|Nazwa|Имя|Название|Namn|Navn|Název|Jméno|İsim|Ad|Ime|Naziv|Име|Назив',
  description:
    'Description|Beschreibung|Descripción|Descrizione|Beschrijving|Descrição|Opis|Описание|Beskrivning|Beskrivelse|Popis|Açıklama|Опис',
  images:
    'Images|Bilder|Imágenes|Immagini|Immagine|Afbeeldingen|Imagens|Obrazki|Obrazy|Zdjęcia|Изображения|Billeder|Obrázky|Görseller|Slike|Слике',
  published:
    'Published|Veröffentlicht|Publié|Publicado|Pubblicato|Gepubliceerd|Opublikowano|Opublikowany|Opublikowane|Опубликован|Publicerad|Udgivet|Publiceret|Publikováno|Publikovaný|Zveřejněno|Yayımlanmış|Yayınlanmış|Objavljeno|Објављено',
  /** Switches of the shop, which are left out. */
  flags: [
    'Is featured?|Ist hervorgehoben?|Hervorgehoben?|Mis en avant ?|¿Está destacado?|In primo piano?|In evidenza?|Uitgelicht?|Em destaque?|Destaque?|Wyróżniony produkt?|Wyróżniony?|Рекомендуемый?|Framhävd?|Är utvald?|Utvald?|Fremhævet?|Er fremhævet?|Doporučeno?|Je doporučený?|Öne çıkan?|Da li je izdvojen?|Istaknuto?|Да ли је издвојен?',
    'Katalogsichtbarkeit|In stock?|Vorrätig?|En stock ?|En inventaire?|¿En inventario?|¿Existencias?|Op voorraad?|Em estoque?|Em stock?|W magazynie?|Na stanie?|В наличии?|I lager?|På lager?|Skladem?|Stokta?|Na zalihama?|Na zalihi?|Na stanju?|На залихама?',
    'Backorders allowed?|Sold individually?|Allow customer reviews?|Lieferrückstände erlaubt?|Nur einzeln verkaufen?|Kundenrezensionen erlauben?|Kundenbewertungen erlauben?|Vendre individuellement ?|Autoriser les avis clients ?|¿Permitir reservas de productos agotados?|¿Vendido individualmente?|¿Permitir valoraciones de clientes?|Abilita gli ordini arretrati?|Venduto singolarmente?|Permetti le recensioni clienti?|Nabestellingen toestaan?|Wordt individueel verkocht?|Klantbeoordelingen toestaan?|São permitidas encomendas?|Vendido individualmente?|Permitir avaliações de clientes?|Sprzedawany pojedynczo?|Włącz opinie klientów?|Задержанный заказ возможен?|Продано индивидуально?|Разрешить обзоры от клиентов?|Tillåt restnoteringar?|Säljes styckvis?|Tillåt kundrecensioner?|Ayrı ayrı mı satılıyor?|Yok satmaya izin?|Müşteri değerlendirmelerine izin verilsin mi?',
    'Tax status|Steuerstatus|État de la TVA|Estado del impuesto|Stato delle imposte|Btw status|Status do imposto|Status podatku|Статус налога|Momsstatus|Stav daně|Vergi durumu|Status poreza',
  ].join('|'),
  signs: [
    'Regular price|Regulärer Preis|Tarif régulier|Precio normal|Prezzo di listino|Reguliere prijs|Базовая цена|Ordinarie pris|Normal fiyat|Redovna cena',
    'Short description|Kurzbeschreibung|Description courte|Descripción corta|Breve descrizione|Korte beschrijving|Descrição curta|Krótki opis|Короткое описание|Краткое описание|Kort beskrivning|Kort beskrivelse|Krátký popis|Kısa açıklama|Kratak opis|Кратак опис',
  ].join('|'),
  ignored: [
    'Tax class|Stock|Low stock amount|Purchase note|Shipping class|Download limit|Download expiry days|Parent|Grouped products|Upsells|Cross-sells|External URL|Button text|Position',
    'Steuerklasse|Lager|Bestand|Geringe Lagermenge|Hinweis zum Kauf|Versandklasse|Downloadlimit|Ablauftage des Downloads|Übergeordnetes Produkt|Gruppierte Produkte|Zusatzverkäufe|Cross-Sells (Querverkäufe)|Externe URL|Button-Text',
    'Classe TVA|Montant de stock faible|Note de l’achat|Classe de livraison|Limite de téléchargement|Jours d’expiration du téléchargement|Groupes de produits|Produits suggérés|Ventes croisées|URL externe|Libellé du bouton',
    'Clase de impuesto|Inventario|Cantidad de bajo inventario|Nota de compra|Clase de envío|Límite de descargas|Días de caducidad de la descarga|Superior|Productos agrupados|Ventas dirigidas|Ventas cruzadas|URL externa|Texto del botón|Posición',
    'Aliquota di imposta|Magazzino|Nota di acquisto|Classe di spedizione|Limite di download|Scarica i giorni di scadenza|Genitore|Prodotti raggruppati|Up-sell|Cross-sell|URL esterna|Testo del pulsante|Posizione',
    'Belastingklasse|Voorraad|Lage voorraad|Aankoopnotitie|Verzendklasse|Dagen vervaltijd download|Hoofd|Gegroepeerde producten|Knop tekst|Positie',
    'Classe de imposto|Estoque|Quantidade baixa de estoque|Nota da compra|Classe de entrega|Limite de downloads|Ascendente|Grupo de produtos|Venda cruzada|Texto do botão|Posição|Valor de stock baixo',
    'Klasa podatkowa|Stan magazynowy|Niski stan magazynowy|Notatka do zakupu|Klasa wysyłkowa|Limit pobrań|Ważność pobierania|Element nadrzędny|Nadrzędny|Produkty grupowe|Zewnętrzny adres URL|Tekst przycisku|Pozycja',
    'Запасы|Позиция|Родительский|Momsgrupp|Lagersaldo|Lågt lagerantal|Köpmeddelande|Fraktklass|Nedladdningsgräns|Förälder|Grupperade produkter|Merförsäljning|Korsförsäljning|Extern URL|Knapptext',
    'Vergi sınıfı|Stok|Düşük stok miktarı|Satın alma notu|Gönderim sınıfı|İndirme sınırı|Ebeveyn|Konum|Zalihe|Zaliha|Klasa poreza|Klasa dostave|Roditelj|Glavni|Pozicija|Sklad|Lagerbeholdning|Pozice|Nadřazený',
  ].join('|'),
};
