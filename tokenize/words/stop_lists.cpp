// Function words: articles, pronouns, prepositions and postpositions, conjunctions, particles,
// question words, forms of auxiliary verbs, and the commonest adverbs of place, time and degree. No
// nouns.
#include "tokenize/words/stop_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/strings.h"

namespace subintent::internal {
namespace {

constexpr std::array lists = {
    StopList{"arabic", "ar ara", R"(
      من في على إلى الى عن مع بعد قبل بين عند حتى منذ خلال تحت فوق أمام خلف حول دون بدون ضد نحو
      لدى غير سوى مثل كما و أو او ثم لكن ولكن بل أم لا لم لن ما ليس ليست ليسوا إن ان أن إذا اذا لو
      لولا لأن لان كي لكي حيث بينما كلما إذ إنما قد لقد سوف هل كم أي اي أية متى أين اين كيف لماذا
      ماذا هو هي هم هن هما أنا انا نحن أنت انت أنتم أنتما أنتن هذا هذه هذان هاتان هؤلاء ذلك تلك
      ذاك أولئك هنا هناك هنالك الذي التي الذى التى الذين اللذان اللتان اللواتي اللاتي كل بعض جميع
      كلا كلتا نفس ذات عدة أحد إحدى كان كانت كانوا كنت كنا يكون تكون يكن تكن سيكون ستكون له لها
      لهم لهن لنا لي لك لكم به بها بهم بنا بي بك بكم فيه فيها فيهم منه منها منهم منك مني عنه عنها
      عنهم عليه عليها عليهم عليك علينا إليه إليها إليهم إليك إلينا معه معها معهم بعده بعدها قبله
      قبلها بينهم بينها بأن بما وهو وهي وهم ومن وفي وعلى وإلى وعن ومع وما ولا ولم ولن وقد وكان
      وكانت وأن وإن وهذا وهذه وذلك وكل كذلك وكذلك فقط أيضا أيضاً ايضا جدا جداً ربما إلا الا أما
      اما الآن عندما لما مما فيما عما)"},
    StopList{"armenian", "hy hye arm", R"(
      և ու կամ բայց իսկ եթե որ որը որի որին որից որով որոնք որոնց որտեղ թե քանի որովհետև քանզի երբ
      մինչ մինչև իբրև որպես ինչպես այլ նաև սակայն ապա հետո ես դու նա մենք դուք նրանք իմ քո նրա մեր
      ձեր նրանց ինձ քեզ նրան մեզ ձեզ ինքը իր իրեն իրենք իրենց այս այդ այն սա դա սրա դրա սրան դրան
      սրանք դրանք սրանց դրանց այսպես այդպես այնպես այստեղ այդտեղ այնտեղ նույն ով ում ինչ ինչի
      ինչու ինչքան որքան ուր ոչ մի մեկ ամեն ամբողջ բոլոր բոլորը յուրաքանչյուր որոշ որևէ ոմն ուրիշ
      եմ է ենք եք են էի էիր էր էինք էիք էին չեմ չես չէ չենք չեք չեն չէր չէին լինել լինի լինեն եղել
      կա կան կար կային չկա պետք պիտի կարող չի մեջ վրա տակ մոտ առաջ համար հետ մասին միջև ըստ դեպի
      առանց բացի կողմից շուրջ շատ քիչ միայն հենց էլ արդեն դեռ միշտ այսինքն գուցե թեև չնայած
      հանդերձ ի այժմ հիմա)"},
    StopList{"basque", "eu eus baq", R"(
      eta edo baina ala ere ez bai bait baita ezta edota hala nola bezala beraz izan da dira naiz
      zara gara zarete zen ziren nintzen zinen ginen zineten du dute dut duzu dugu duzue zuen
      zuten nuen zenuen genuen zenuten dio diote diot diogu dizkio zion zioten zaio zaie zait
      zaigu zitzaion dago daude zegoen zeuden dela direla zela zirela duela dutela zuela zutela
      den diren duen duten dituen dituzten ditu dituzte ditut ditugu zituen zituzten dezake
      daiteke litzateke luke lukete baino baldin balitz bada badira badu ni zu hi gu zuek bera
      haiek hura hau hori hauek horiek honek horrek hark hauen horien haien honen horren haren
      honetan horretan hartan hemen hor han hona horra hara nire zure gure bere beren euren nik
      zuk guk berak niri zuri guri nor nork noren nori zer zerk zein zeinen zergatik non nora
      nondik noiz nolako zenbat zerbait inor inork ezer norbait bat batek baten batean batzuk
      batzuen beste besteak bestea besteen guzti guztiak guztien guztia dena denak oso asko gutxi
      hainbat zenbait hainbeste gehiago gutxiago gero orain orduan lehen berriz beti inoiz jada
      oraindik bakarrik soilik arte gabe gisa kontra aurka buruz barru bitartez artean aurrean
      atzean azpian gainean ondoren zehar alde bidez zeren ordea hots)"},
    StopList{"catalan", "ca cat", R"(
      el la els les l lo los un una uns unes en na a al als de del dels d amb per pel pels sense
      sobre sota entre fins des cap contra durant segons malgrat davant darrere dins fora prop
      vora i o u ni però sinó perquè perque que què qui si com quan on mentre doncs encara tot
      tota tots totes cada qualsevol qualsevols algun alguna alguns algunes gens res ningú algú
      altre altra altres mateix mateixa mateixos mateixes molt molta molts moltes poc poca pocs
      poques més menys massa prou tan tant tanta tants tantes gaire força jo tu ell ella nosaltres
      vosaltres ells elles vostè vostès mi em et es ens us m t s n hi ho li se me te nos vos meu
      meva meus meves teu teva teus teves seu seva seus seves nostre nostra nostres vostre vostra
      vostres llur llurs aquest aquesta aquests aquestes aquell aquella aquells aquelles això allò
      aqueix aquí allà allí així qual quals quin quina quins quines quant quanta quants quantes no
      sí ja també tampoc només sols ara abans després sempre mai aleshores llavors quasi gairebé
      potser sóc soc ets és som sou són era eres érem éreu eren fou foren serà seran sigui siguin
      seria serien sent estat ser ésser estar està estan estava estaven he has ha hem heu han
      havia havien haver hagi hagut hauria vaig vas va vam vau van pot poden podia té tenen tenia
      fa fan cal)"},
    StopList{"danish", "da dan", R"(
      en et den det de dem denne dette disse jeg mig min mit mine du dig din dit dine han ham hans
      hun hende hendes vi os vores vor vort vore jer jeres man sig selv sin sit sine deres dens
      dets hinanden hvem hvad hvis hvilken hvilket hvilke hvor hvordan hvornår hvorfor hvorhen
      hvori som der at og eller men så for fordi når da om end mens selvom skønt enten hverken
      både samt ej i på til fra med uden af ved over under efter før mellem mod gennem hos omkring
      langs bag foran inden siden ad op ned ind ud hen inde ude oppe nede hjem blandt ifølge trods
      per pr via ikke ingen intet ingenting nogen noget nogle alle alt al hver hvert mange meget
      få lidt flere flest mere mest mindre anden andet andre samme sådan sådanne slig begge egen
      eget egne er var være været bliver blev blive blevet har havde have haft kan kunne vil ville
      skal skulle må måtte bør burde gør gjorde gøre gjort får fik her nu altid aldrig igen også
      kun bare endnu allerede dog jo nok ret helt vel lige ja nej derfor dermed deraf derfra
      dertil herfra hertil herved altså ellers derefter måske osv)"},
    StopList{"dutch", "nl nld dut", R"(
      de het een t n der des den dit dat deze die zo'n zulk zulke ik mij me mijn mijne jij je
      jou jouw u uw hij hem zijn haar zij ze wij we ons onze jullie hun hen zich zichzelf elkaar
      men iemand niemand iets niets wie wat welk welke wiens waar wanneer waarom hoe waarin
      waarvan waarop waarmee waardoor hier daar er ergens nergens overal daarin daarvan daarop
      daarmee daardoor daarom hierin hiervan ervan erop erin ermee en of maar want dus noch toch
      dan als indien omdat doordat zodat opdat terwijl hoewel ofschoon tenzij nadat voordat totdat
      zodra sinds toen in op aan bij van naar uit om over onder boven voor na achter naast tussen
      door met zonder tegen tot te ten ter via per binnen buiten langs tijdens volgens wegens
      vanaf vanuit rond rondom behalve ondanks af niet geen wel ook al alle alles elk elke ieder
      iedere veel vele meer meest weinig minder enkele sommige ander andere anders zelf zelfs
      eigen zelfde dezelfde hetzelfde beide heel zeer erg zo nog reeds altijd nooit weer nu
      slechts alleen echter bijna misschien ooit vaak ben bent is was waren wees geweest zijnde
      heb hebt heeft hebben had hadden gehad word wordt worden werd werden geworden kan kun kunt
      kunnen kon konden zal zult zullen zou zouden wil wilt willen wilde wilden moet moeten moest
      moesten mag mogen mocht doe doet doen deed gedaan)"},
    StopList{"english", "en eng", R"(
      a an the i me my mine myself we us our ours ourselves you your yours yourself yourselves he
      him his himself she her hers herself it its itself they them their theirs themselves one's
      oneself this that these those who whom whose which what whatever whoever whichever when
      where why how whenever wherever someone somebody something anyone anybody anything everyone
      everybody everything nobody nothing each every either neither both all any some several few
      many much more most less least other others another such same own no none not nor only very
      too also just even ever never again once here there then now still yet already always often
      almost quite rather else so than thus hence therefore however moreover otherwise instead
      perhaps maybe and or but if unless because although though while whereas whether as until
      till since about above across after against along among amongst around at before behind
      below beneath beside besides between beyond by despite down during except for from in inside
      into like near of off on onto out outside over per through throughout to toward towards
      under underneath unto up upon via with within without am is are was were be been being have
      has had having do does did doing done can could may might must shall should will would ought
      cannot let i'm you're he's she's it's we're they're i've you've we've they've i'd you'd he'd
      she'd we'd they'd i'll you'll he'll she'll it'll we'll they'll isn't aren't wasn't weren't
      haven't hasn't hadn't don't doesn't didn't can't couldn't mustn't shan't shouldn't won't
      wouldn't needn't let's that's there's here's what's who's where's how's that'll etc)"},
    StopList{"finnish", "fi fin", R"(
      minä minun minua minulle minulla minulta minut sinä sinun sinua sinulle sinulla sinut hän
      hänen häntä hänelle hänellä häneltä hänet me meidän meitä meille meillä meidät te teidän
      teitä teille teillä he heidän heitä heille heillä heidät se sen sitä sille sillä siltä siinä
      siitä siihen ne niiden niitä niille niillä niissä niistä niihin tämä tämän tätä tälle tällä
      tässä tästä tähän nämä näiden näitä näille näissä näistä tuo tuon tuota tuossa nuo noiden
      noita itse joka jonka jota jolle jolla jolta jossa josta johon jotka joiden joita joille
      joilla joissa joista joihin kuka kenen ketä kenelle mikä minkä mitä mille millä missä mistä
      mihin mitkä milloin miksi miten kuinka kumpi joku jotain jokin jonkin mikään mitään kukaan
      ketään jokainen kaikki kaikkien kaikkia kaikille muu muut muita muiden sama saman toinen eri
      usea moni monet oma ja sekä tai vai eli mutta vaan että jos kun koska vaikka kuin joten
      ellei jotta niin näin noin ei en et emme ette eivät älä olla olen olet on olemme olette ovat
      olin olit oli olimme olitte olivat ollut olleet olisi olisivat ole lienee voi voivat voida
      täytyy pitää saa myös vain jo vielä nyt sitten aina koskaan siellä täällä tuolla siis hyvin
      kanssa ilman ennen jälkeen aikana mukaan vastaan vuoksi takia kautta yli ali läpi välillä
      alla päällä edessä takana lähellä luona asti saakka päin kohti ehkä melko juuri edes enää)"},
    StopList{"french", "fr fra fre", R"(
      le la les l un une des du de d au aux ce c cet cette ces ça cela ceci celui celle ceux
      celles je j me m moi tu te t toi il elle on nous vous ils elles se s soi lui leur leurs eux
      y en mon ma mes ton ta tes son sa ses notre nos votre vos mien mienne tien tienne sien
      sienne qui que qu quoi dont où quel quelle quels quelles lequel laquelle lesquels lesquelles
      duquel auquel auxquels quand comment pourquoi combien et ou mais donc ni car si comme
      lorsque lorsqu puisque puisqu quoique tandis afin parce ainsi à dans par pour sur sous avec
      sans chez vers entre contre depuis pendant durant avant après devant derrière dès jusque
      jusqu malgré parmi selon outre hors près via lors ne n pas plus jamais rien aucun aucune nul
      nulle tout toute tous toutes chaque quelque quelques certains certaines plusieurs autre
      autres même mêmes tel telle tels telles très trop peu beaucoup moins aussi encore déjà
      toujours ici là alors puis ensuite bien seulement non oui cependant toutefois être suis es
      est sommes êtes sont étais était étions étaient fus fut furent sera serai seront serait
      seraient soit soient été étant avoir ai as a avons avez ont avais avait avions avaient eut
      eurent aura auront aurait auraient ait aient eu eue ayant fait font faire faut peut peuvent
      pouvait doit doivent c'est d'un d'une qu'il qu'elle qu'on qu'un qu'une n'est s'est l'on j'ai
      quelqu'un ci etc)"},
    StopList{"german", "de deu ger", R"(
      der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner
      keines ich mich mir mein meine meinen meinem meiner meines du dich dir dein deine deinen
      deinem deiner er ihn ihm sein seine seinen seinem seiner seines sie ihr ihre ihren ihrem
      ihrer ihres es wir uns unser unsere unseren unserem unserer euch euer eure ihnen sich selbst
      man jemand niemand etwas nichts dieser diese dieses diesen diesem jener jene jenes jenen
      jenem jeder jede jedes jeden jedem derselbe dieselbe dasselbe solche solcher solchen welcher
      welche welches welchen welchem wer wen wem wessen was wo wann warum wieso weshalb wie wohin
      woher womit wodurch dessen deren denen und oder aber sondern denn doch weil da dass ob
      wenn als während obwohl falls damit sobald bevor nachdem bis weder noch sowie sowohl
      entweder je desto also deshalb daher dann dadurch dabei dazu davon darauf daran darin
      darüber darum dafür in im ins an am ans auf aus bei beim mit nach seit von vom zu zum zur
      durch für gegen ohne um über unter vor hinter neben zwischen außer trotz wegen statt
      innerhalb außerhalb per via ab gegenüber nicht nur auch schon sehr so nun jetzt hier dort
      immer nie wieder mehr viel viele vieler vielen wenig wenige alle allem allen aller alles
      einige einigen einiger manche mancher andere anderen anderer anderem anderes beide beiden
      etwa eher fast ganz gar bereits jedoch bin bist ist sind seid war warst waren wart sei seien
      wäre wären gewesen werde wirst wird werden werdet wurde wurden würde würden worden geworden
      habe hast hat haben habt hatte hatten hätte hätten gehabt kann können konnte könnte muss
      müssen musste soll sollen sollte will wollen wollte darf dürfen mag möchte z.b bzw usw)"},
    StopList{"greek", "el ell gre", R"(
      ο η το οι τα του της των τον την τους τις τη στο στη στην στον στα στις στους ένας ένα μια
      μία ενός μιας έναν εγώ εμένα μου με μας εμείς εμάς εσύ εσένα σου σε σας εσείς εσάς αυτός
      αυτή αυτό αυτοί αυτές αυτά αυτού αυτής αυτών αυτόν αυτήν εκείνος εκείνη εκείνο εκείνοι
      εκείνα τούτος τούτη τούτο ίδιος ίδια ίδιο άλλος άλλη άλλο άλλοι άλλες άλλα όλος όλη όλο όλοι
      όλες όλα όλων κάθε κάποιος κάποια κάποιο κάποιοι κανένας κανείς καμία κανένα κάτι τίποτα
      τίποτε μερικοί μερικές μερικά πολύ πολλοί πολλές πολλά λίγο λίγα τόσο όσο όσοι όσα τέτοιος
      τέτοια ποιος ποια ποιο ποιοι ποιες τι πού πότε πώς γιατί πόσο που πως ότι όταν όπου όπως
      όποιος όποια αν εάν και κι ή είτε ούτε μήτε αλλά όμως ωστόσο επειδή διότι καθώς ενώ αφού
      ώστε μόλις πριν μετά δηλαδή λοιπόν άρα να θα ας μη μην δε δεν όχι ναι από για προς κατά παρά
      αντί χωρίς δίχως μέχρι έως ως μεταξύ εναντίον σύμφωνα λόγω μέσα έξω πάνω επάνω κάτω εδώ εκεί
      μέσω περί υπό εκτός σχετικά ακόμα ακόμη ήδη μόνο πάλι πάντα ποτέ τώρα τότε έτσι επίσης πιο
      πλέον σαν ίσως είμαι είσαι είναι είμαστε είστε ήμουν ήσουν ήταν ήμασταν ήσασταν έχω έχεις
      έχει έχουμε έχετε έχουν είχα είχε είχαν πρέπει μπορεί μπορούν γίνει υπάρχει υπάρχουν εν εις
      εκ)"},
    StopList{"hindi", "hi hin", R"(
      का की के को से में पर ने तक और या एवं तथा व लेकिन परन्तु परंतु किन्तु किंतु मगर बल्कि
      क्योंकि कि यदि अगर तो जो जब जहाँ जहां जैसे जैसा जैसी जितना तब तभी वहाँ वहां यहाँ यहां कहाँ
      कहां कब क्यों कैसे कैसा कैसी क्या कौन कौनसा किस किसे किसका किसकी किसके किसने किन कितना कितने
      कितनी मैं मुझे मुझको मेरा मेरी मेरे मैंने हम हमें हमको हमारा हमारी हमारे हमने तू तुम तुम्हें
      तुम्हारा तुम्हारी तुम्हारे तुमने आप आपको आपका आपकी आपके आपने यह ये वह वे इस इसे इसका इसकी
      इसके इसमें इससे इसने इन इन्हें इनका इनकी इनके इनमें इनसे उस उसे उसका उसकी उसके उसमें उससे
      उसने उन उन्हें उनका उनकी उनके उनमें उनसे उन्होंने इन्होंने जिस जिसे जिसका जिसकी जिसके जिसमें
      जिससे जिसने जिन जिन्हें जिनका जिनकी जिनके जिनमें अपना अपनी अपने स्वयं खुद कोई कुछ किसी सब
      सभी हर प्रत्येक दोनों अन्य दूसरा दूसरे दूसरी ऐसा ऐसी ऐसे वैसे इतना इतनी इतने उतना है हैं था
      थी थे थीं हो होता होती होते होना होने होगा होगी होंगे हुआ हुई हुए हूँ हूं रहा रही रहे रहता
      जाता जाती जाते जाए जाना गया गई गए गयी गये कर करना करने करता करती करते किया किए किये करके
      सकता सकती सकते चाहिए दिया दी दिए लिया लिए लिये वाला वाली वाले नहीं न मत ना ही भी केवल सिर्फ
      अब अभी फिर बाद पहले साथ बिना द्वारा ओर तरफ बीच नीचे ऊपर अंदर बाहर सामने पास दौरान अनुसार
      बारे बहुत अधिक कम ज्यादा सदा हमेशा कभी एक)"},
    StopList{"hungarian", "hu hun", R"(
      a az egy és s meg vagy de hanem ha hogy mert mint míg mivel ugyanis bár noha habár pedig
      viszont azonban tehát ezért azért így úgy ugye is sem se ne nem igen én engem nekem velem te
      téged neked ő őt neki vele mi minket nekünk ti titeket nektek ők őket nekik velük ön önök
      maga magát maguk saját ez ezt ennek ezek ezeket ezen ezzel ebben ebből erre ettől ehhez
      ezekben azt annak azok azokat azon azzal abban abból arra attól ahhoz azokban aki akik akit
      akinek akiket ami amit aminek amik amely amelyet amelyek amelynek amelyben ahol ahová
      ahonnan amikor amint ahogy ahogyan amíg ki kik kit kinek mit minek mely melyik milyen mennyi
      hány hol hova hová honnan mikor miért hogyan valaki valami valamely valamint bármi bárki
      senki semmi mindenki minden mindig mind mindegyik egyik másik más mások ugyanaz ilyen olyan
      annyi ennyi sok több legtöbb kevés kevesebb néhány egyéb egész össze itt ott ide oda innen
      onnan most akkor aztán után előtt alatt között közé mellett mögött fölött felett alá fölé
      felé miatt nélkül szerint számára által iránt ellen helyett óta keresztül át túl végig során
      ellenére be bele el fel le rá ra vissza csak már még talán inkább nagyon majd újra ismét
      soha van vannak vagyok vagyunk volt volna voltak voltam lesz lesznek lenne lenni legyen lett
      nincs nincsenek sincs kell kellett lehet lehetett fog fognak)"},
    StopList{"indonesian", "id ind", R"(
      yang dan atau tetapi tapi namun melainkan sedangkan serta lalu kemudian maka agar supaya
      karena sebab sehingga jika jikalau kalau apabila bila ketika saat sejak selama sebelum
      sesudah setelah sambil seraya meskipun walaupun biarpun meski walau seolah seperti bagai
      sebagai bahwa di ke dari pada kepada daripada dalam dengan tanpa oleh untuk bagi demi guna
      tentang mengenai terhadap antara hingga sampai menurut melalui akan atas bawah luar dekat
      ini itu tersebut sini situ sana begini begitu demikian saya aku kami kita kamu engkau anda
      kalian dia ia beliau mereka ku mu nya diri dirinya sendiri apa apakah siapa siapakah mana
      dimana kemana kapan mengapa kenapa bagaimana berapa seseorang sesuatu para sang si semua
      seluruh segala setiap tiap masing beberapa banyak sedikit sebagian lain lainnya sama tidak
      tak bukan belum jangan tiada ya sudah telah sedang masih lagi pernah dapat bisa boleh harus
      mesti perlu mau ingin adalah ialah yaitu yakni merupakan ada adanya menjadi sangat amat
      lebih paling kurang sekali terlalu cukup hanya saja cuma juga pun lah kah hampir selalu
      sering jarang kadang kini sekarang nanti dahulu dulu pula bahkan malah justru mungkin
      bukankah secara suatu sebuah seorang)"},
    StopList{"irish", "ga gle", R"(
      an na a ag ar ach agus is nó ná go gur gurb do de don den dá dhá i in sa san sna ina inár as
      ó ón faoi faoin le leis lena lenár roimh roimhe trí tríd tríu thar um chun chuig gan idir
      mar más má mura murab nuair cé cá cad céard conas cathain cén ní níl níor nach nár níorbh ba
      bhí bhíonn bíonn bheith bhfuil tá táim táimid atá raibh beidh bheadh bhíodh mé mise tú tusa
      sé seisean sí sise muid sinn sinne sibh sibhse siad siadsan é í iad seo sin siúd mo ár bhur
      agam agat aige aici againn agaibh acu orm ort air uirthi orainn oraibh orthu dom duit dó di
      dúinn daoibh dóibh liom leat léi linn libh leo uaim uait uaidh uaithi uainn uaibh uathu fúm
      fút fúithi fúinn fúthu ionam ionat ann inti ionainn iontu díom díot dínn díobh asam aisti
      astu chugam chugat chuige chuici chugainn chucu féin eile gach uile aon éigin cúpla roinnt
      mórán beagán níos ró chomh freisin fós anois ansin anseo ansiúd arís riamh choíche cheana
      amháin amach isteach suas síos thuas thíos anuas aníos cibé toisc óir ós áfach dar dtí iar
      seachas timpeall tar éis)"},
    StopList{"italian", "it ita", R"(
      il lo la i gli le l un uno una di d del dello della dei degli delle dell a ad al allo alla
      ai agli alle all da dal dallo dalla dai dagli dalle dall in nel nello nella nei negli nelle
      nell con col coi su sul sullo sulla sui sugli sulle sull per tra fra senza sotto sopra
      dentro fuori contro verso presso durante dopo prima secondo tramite oltre fino sino dietro
      davanti entro circa e ed o od oppure ma però anzi né se che ch perché poiché quando mentre
      come dove dov quindi dunque cioè affinché benché sebbene anche ancora pure neanche neppure
      nemmeno infatti inoltre tuttavia io me mi tu te ti egli lui ella lei esso essa noi ci c voi
      vi essi esse loro si sé ne mio mia miei mie tuo tua tuoi tue suo sua suoi sue nostro nostra
      nostri nostre vostro vostra vostri vostre questo questa questi queste quest quello quella
      quelli quelle quel quei quegli quell ciò stesso stessa stessi stesse chi cui quale quali
      qual quanto quanta quanti quante cosa altro altra altri altre ogni ognuno ciascuno qualche
      qualcuno qualcosa alcuno alcuna alcuni alcune nessuno nessuna niente nulla tutto tutta tutti
      tutte molto molta molti molte poco poca pochi poche tanto tanta tanti tante troppo più meno
      tale tali entrambi non no sì già mai sempre qui qua lì là ora allora poi così solo soltanto
      forse quasi sono sei è siamo siete era ero eri eravamo erano fu fui furono sarà saranno
      sarebbe sarebbero sia siano essere stato stata stati state essendo ho hai ha abbiamo avete
      hanno avevo aveva avevano ebbe avrà avranno avrebbe abbia abbiano avere avuto avendo può
      possono deve devono viene fa fanno c'è cos'è dov'è com'è ecc)"},
    StopList{"lithuanian", "lt lit", R"(
      ir o bet ar arba nei tačiau tad taigi todėl nes kadangi kad jog jei jeigu nors kol kai kada
      kaip kur iš į iki nuo prie pro per po prieš už ant su be dėl apie tarp pagal pas virš žemiau
      aplink šalia link dėka vietoj anot aš mane manęs man manimi tu tave tavęs tau jis jį jo jam
      juo ji ją jos jai ja mes mus mūsų mums jūs jus jūsų jums jie juos jų jiems jais joms jas
      mano tavo savo savęs save sau pats pati patys tas ta to tą tam tuo toje tame tie tos tų tuos
      tiems tai šis ši šio šį šiam šiuo šioje šie šios šių šiuos šiame anas ana toks tokia tokie
      tokios tokių šitas šita šitie kas ko kam ką kuo kame kuris kuri kurio kurios kurį kurią
      kuriam kuriame kurie kurių kuriuos kurias kuriuo kokia koks kokie kokios kodėl kiek kažkas
      kažkoks niekas nieko niekada visas visa viso visi visos visų visus viską kiekvienas
      kiekviena kitas kita kito kiti kitos kitų kitus abu abi daug mažai keli kelios kelis joks
      jokia jokio čia ten dabar tada jau dar vis vėl visada ne nėra nebe taip pat tik tiktai net
      netgi labai gana beveik gal galbūt esu esi yra esame esate buvo buvau buvome bus būs būtų
      būti būna būdamas buvęs gali galėjo galima turi turėjo reikia daugiau mažiau lyg tarsi negu
      vien nebuvo vienas viena)"},
    StopList{"nepali", "ne nep", R"(
      र वा तथा एवं तर किनभने किनकि यदि भने भनी कि जब तब जहाँ त्यहाँ यहाँ कहाँ किन कसरी कस्तो कस्ता
      के को कुन कति कहिले जसले जसको जसलाई जुन जो जे का की ले लाई मा बाट देखि सँग सित सम्म द्वारा
      लागि बारे बारेमा माथि तल भित्र बाहिर अगाडि पछाडि पछि अघि बीच बीचमा बिना अनुसार विरुद्ध तर्फ
      प्रति साथ साथै म मेरो मेरा मेरी मलाई मैले हामी हाम्रो हाम्रा हामीले हामीलाई तँ तिमी तिम्रो
      तिमीले तपाईं तपाईंको तपाईंले तपाईलाई ऊ उ उसको उसले उसलाई उनी उनको उनका उनले उनलाई उनीहरू
      उनीहरूको उनीहरूले उहाँ उहाँको उहाँले यो यस यसको यसका यसले यसलाई यसमा यी यिनी यिनको यिनीहरू
      त्यो त्यस त्यसको त्यसले त्यसमा त्यसलाई ती तिनी तिनको तिनीहरू त्यस्तो यस्तो यस्ता त्यस्ता आफू
      आफ्नो आफ्ना आफैं आफै स्वयं सबै सब हरेक प्रत्येक कुनै केही कोही कसैले कसैको धेरै थोरै अरू
      अर्को अन्य दुवै उस्तै एउटा एक छ छन् छु छौं छौ छैन छैनन् थियो थिए थिइन् थिएन हो होइन हुन्
      हुन्छ हुन्छन् हुने हुनु हुँदा भयो भए भएको भएका भएर भन्ने भनेर भनेको गर्न गर्ने गरे गरेको
      गरेका गरी गर्दा गर्नु गरेर गर्छ गर्छन् सक्छ सक्ने सकिन्छ पर्छ पर्ने रहेको रहेका दिएको न नै
      पनि त मात्र अब अहिले फेरि सधैं कहिल्यै अझ अझै निकै झन् हरू अतः जस्तो जस्तै जसरी त्यसरी यसरी
      त्यसैले)"},
    StopList{"norwegian", "no nor", R"(
      en ei et den det de dem denne dette disse jeg meg min mi mitt mine du deg din di ditt dine
      han ham hans hun henne hennes vi oss vår vårt våre dere deres man seg selv sin si sitt sine
      dens dets hverandre hvem hva hvilken hvilket hvilke hvor hvordan når hvorfor hvis hvori som
      at og eller men så for fordi da om enn mens skjønt enten verken både samt i på til fra med
      uden uten av ved over under etter før mellom mot gjennom hos omkring langs bak foran innen
      siden opp ned inn ut bort inne ute oppe nede blant ifølge tross per via ikke ingen intet
      ingenting noen noe alle alt all hver hvert mange mye få lite litt flere flest mer mest
      mindre minst annen annet andre samme slik slike sånn begge egen eget egne er var være vært
      blir ble bli blitt har hadde ha hatt kan kunne vil ville skal skulle må måtte bør burde gjør
      gjorde gjøre gjort får fikk her der nå alltid aldri igjen også bare ennå allerede dog jo nok
      ganske helt vel like ja nei derfor dermed derfra dertil altså ellers deretter kanskje
      likevel dessuten eg ikkje ein eit dei deira ho hjå me vere vore vera vart verte kva kven
      korleis kvar kvifor kvi nokon noko nokre mykje meir berre dykk dykkar sjølv då frå osv)"},
    StopList{"portuguese", "pt por", R"(
      o a os as um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos
      pelas para pra ao aos à às com sem sob sobre entre até desde contra perante após durante
      ante trás segundo conforme dum duma neste nesta nestes nestas nesse nessa nesses nessas
      naquele naquela deste desta destes destas desse dessa desses dessas daquele daquela daqueles
      disso disto daquilo nisso nele nela dele dela deles delas e ou mas porém contudo todavia nem
      que quem qual quais cujo cuja cujos cujas quando onde aonde como porque porquê pois se caso
      embora enquanto portanto logo assim então eu me mim comigo tu te ti contigo ele ela lhe lhes
      você vocês nós conosco vós vos eles elles elas si consigo meu minha meus minhas teu tua teus
      tuas seu sua seus suas nosso nossa nossos nossas vosso vossa este esta estes estas esse essa
      esses essas isto isso aquele aquela aqueles aquelas aquilo mesmo mesma mesmos mesmas próprio
      própria outro outra outros outras todo toda todos todas tudo nada ninguém alguém algo algum
      alguma alguns algumas nenhum nenhuma cada qualquer quaisquer muito muita muitos muitas pouco
      pouca poucos poucas mais menos tão tanto tanta tantos tantas ambos vários várias tal tais
      não sim já ainda também só somente apenas sempre nunca jamais aqui ali lá aí agora depois
      antes quase talvez bem sou és é somos são era eras éramos eram fui foi fomos foram será
      serão seria seriam seja sejam fosse fossem ser sendo sido estou está estamos estão estava
      estavam esteve estar estado tenho tem temos têm tinha tinham teve tiveram terá teria ter
      tendo tido hei há havia houve haver pode podem podia poder deve devem faz fazer vai vão)"},
    StopList{"romanian", "ro ron rum", R"(
      un o unui unei unor niște al a ai ale lui cel cea cei cele celui celei celor de din dintre
      în într întru la pe prin pentru cu fără către spre sub peste între contra după înainte până
      pînă lângă despre printre dinspre asupra împotriva deasupra conform și şi sau ori dar însă
      iar ci nici că să dacă deși deşi căci deoarece fiindcă încât decât când cînd unde cum cât
      cît câtă câți câte atunci ca precum deci așadar eu mă mie îmi mi mine tu te tine ție îți ți
      el îl îi i ea ei noi ne nouă ni voi vă vouă vi ele le lor li se își îşi si sine meu mea mei
      mele tău ta tăi tale său sa săi sale nostru noastră noștri noastre vostru voastră voștri
      voastre dumneavoastră acest această acesta aceasta acești aceşti aceștia aceste acestea
      acestui acestei acestor acel acela acea aceea acei aceia acele acelea acelui acelei acelor
      același aceeași aceiași aceleași asta ăsta astfel asemenea care căruia căreia cărora cine
      cui ce ceva cineva nimeni nimic oricare orice oricine fiecare vreun vreo alt altă alți alte
      altul alta altceva tot toată toți toate totul mult multă mulți multe puțin puțini puține mai
      foarte prea atât atâta câteva câțiva unii unele unul una nu da doar numai chiar încă deja
      iarăși apoi acum aici acolo mereu niciodată totuși aproape poate abia sunt sînt ești eşti
      este e suntem sunteți eram era erau fost fi fie fii fiind va vor vom veți ar aș am ați au
      are aveam avea aveau avut aibă avem aveți pot poți putea trebuie)"},
    StopList{"russian", "ru rus", R"(
      и а но или либо да же ли бы б то что чтобы чтоб как если когда пока хотя потому поэтому так
      также тоже зато однако ни не нет в во на с со к ко о об обо от ото до из изо за для по под
      подо над при про через перед передо у без между среди около после кроме ради вместо вокруг
      против сквозь насчёт ввиду я меня мне мной мною ты тебя тебе тобой тобою он его него ему
      нему им ним нём она её ее неё нее ей ней ею нею оно мы нас нам нами вы вас вам вами они их
      них ими ними себя себе собой собою мой моя моё мое мои моего моей моих моим твой твоя твоё
      твои свой своя своё свое свои своего своей своих своим своими своём наш наша наше наши
      нашего нашей наших ваш ваша ваше ваши вашего этот эта это эти этого этой этому этим этом
      этих эту этими тот та те того той тому тем том тех ту теми такой такая такое такие таких
      такого сам сама само сами самого самый самая самое самые весь вся всё все всего всей всем
      всех всю всеми кто кого кому кем ком чего чему чем чём который которая которое которые
      которого которой которому которым котором которых которую которыми чей чья чьё чьи какой
      какая какое какие каких какого где куда откуда почему зачем сколько никто ничто ничего
      никогда нигде некоторые некоторых каждый каждая каждое каждого любой любая иной иные другой
      другая другое другие других оба обе здесь тут там туда сюда теперь тогда сейчас уже ещё еще
      только лишь очень даже ведь вот вон разве более менее всегда опять снова почти можно нельзя
      надо нужно быть был была было были буду будет будут будем бывает есть является являются мог
      могла могли может могут нибудь)"},
    StopList{"serbian", "sr srp", R"(
      i a ali ili pa te ni niti nego već no da li ako kad kada dok jer što šta kao iako mada zato
      stoga dakle ipak međutim u na o po pri s sa k ka od do iz za bez pod nad pred među između
      kroz oko preko posle nakon pre prije protiv radi zbog umesto umjesto osim kod prema uz niz
      tokom ja mene me meni mi mnom ti tebe tebi tobom on njega ga njemu mu njim ona nje je njoj
      joj nju ju njom ono nas nama nam vi vas vama vam oni one njih ih njima im sebe se sebi sobom
      moj moja moje moji mog mojih tvoj tvoja tvoje svoj svoja svoje svoji svog svoju svojim
      svojih njegov njegova njegovo njegove njegovi njen njena njeno njene njihov njihova njihovo
      naš naša naše naši našeg vaš vaša vaše ovaj ova ovo ovi ove ovog ovoga ovom ovim ovih ovu
      taj ta to tog toga toj tom tome tim tih tu onaj onog onom onih onim takav takva takvo takve
      ovakav sam sama samo sami isti ista isto sav sva sve svi svega svih svim svima svaki svaka
      svako svakog ko tko koga kome kim čega čemu čim koji koja koje kojeg kojem kojoj kojom kojim
      kojima kojih koju čiji čija čije kakav kakva gde gdje kuda odakle zašto kako koliko neko
      netko nešto neki neka neke nekog nekih nekoliko niko nitko ništa nijedan nikad nikada drugi
      druga drugo druge drugih oba obe ovde ovdje tamo sada sad tada onda uvek uvijek još opet
      skoro vrlo veoma više manje najviše možda tako takođe također baš čak ne nije nisam nisi
      nismo niste nisu si smo ste su jesam jesu jeste bih bi bismo biste biti bio bila bilo bili
      bile budem bude budu hoću ću hoćeš ćeš hoće će ćemo ćete neće nema ima imaju može mogu treba
      и а али или па ни нити него већ но да ли ако кад када док јер што шта као иако зато дакле
      ипак међутим у на о по при с са к од до из за без под над пред међу између кроз око преко
      после након пре против због осим код према уз током ја мене ме мени ми ти те он њега га му
      она је јој ју оно нас нам ви вас вам они оне њих их им се себе свој своја своје његов његова
      њен њена њихов овај ова ово ови ове овог овом овим ових тај та то тог тога том тим тих сам
      само исти сав сва све сви свих сваки ко кога који која које којег којем којој којим којих
      коју где како колико зашто нешто неки неке ништа други друге овде тамо сада тада још веома
      више можда тако такође не није нису си смо сте су би био била било били бити буде ће неће
      има може)"},
    StopList{"spanish", "es spa esl", R"(
      el la los las lo un una unos unas al del a ante bajo con contra de desde durante en entre
      hacia hasta mediante para por según sin so sobre tras excepto salvo y e o u ni pero mas sino
      aunque porque pues que si como cuando donde mientras luego así entonces yo me mí mi mis
      conmigo tú tu tus te ti contigo él ella ello usted ustedes le les se sí consigo nosotros
      nosotras nos vosotros vosotras os ellos ellas su sus mío mía míos mías tuyo tuya suyo suya
      suyos suyas nuestro nuestra nuestros nuestras vuestro vuestra este esta esto estos estas ese
      esa eso esos esas aquel aquella aquello aquellos aquellas mismo misma mismos mismas propio
      quien quienes quién cual cuales cuál qué cuyo cuya cuyos cuyas cuánto cuanto cuanta cuantos
      dónde cuándo cómo otro otra otros otras todo toda todos todas cada alguno alguna algún
      algunos algunas ninguno ninguna ningún nada nadie algo alguien cualquier cualquiera mucho
      mucha muchos muchas poco poca pocos pocas más menos tan tanto tanta tantos tantas demasiado
      varios varias ambos ambas tal tales no ya aún todavía también tampoco solo sólo solamente
      siempre nunca jamás aquí ahí allí allá ahora antes después muy casi quizá quizás además bien
      soy eres es somos sois son era eras éramos eran fui fue fuimos fueron será serán sería
      serían sea sean fuera fueran ser siendo sido estoy está estás estamos están estaba estaban
      estuvo estar estado esté he has ha hemos han había habían hubo habrá habría haya hayan haber
      habido hay tengo tiene tenemos tienen tenía tuvo tener puede pueden podía poder debe deben
      hace hacen hacer va van etc)"},
    StopList{"swedish", "sv swe", R"(
      en ett den det de dem denna detta dessa denne jag mig min mitt mina du dig din ditt dina han
      honom hans hon henne hennes hen vi oss vår vårt våra ni er ert era man sig själv själva sin
      sitt sina deras dess varandra vem vems vad vilken vilket vilka var vart varifrån vars hur
      när varför som att och eller men så för därför eftersom då om än medan fast fastän trots
      antingen varken både samt i på till från med utan av vid över under efter före mellan mot
      genom hos omkring kring längs bakom framför innan sedan åt upp ner ned in ut bort inne ute
      bland enligt per via ur inom utom utanför inte ej icke ingen inget inga ingenting någon
      något några allt alla all varje många mycket få lite litet fler flera flest mer mera mest
      mindre minst annan annat andra samma sådan sådant sådana båda egen eget egna är vara varit
      vore blir blev bli blivit har hade ha haft kan kunde kunna kunnat vill ville vilja ska skall
      skulle måste bör borde får fick fått gör gjorde göra gjort här där nu alltid aldrig igen
      också bara endast ännu redan dock ju nog ganska helt väl ja nej därmed därifrån dit hit
      alltså annars därefter kanske dessutom även blott etc)"},
    StopList{"tamil", "ta tam", R"(
      ஒரு ஓர் அந்த இந்த எந்த அது இது எது அவை இவை எவை அவன் அவள் அவர் அவர்கள் இவன் இவள் இவர் இவர்கள்
      யார் நான் நாம் நாங்கள் நீ நீங்கள் தான் தாம் என் எனது எனக்கு என்னை என்னால் நமது நம் நமக்கு
      எங்கள் எங்களுக்கு உன் உனது உனக்கு உங்கள் உங்களுக்கு அவனது அவனுக்கு அவனை அவளது அவளுக்கு அவரது
      அவருக்கு அவரை அவர்களது அவர்களுக்கு அவர்களை அதன் அதற்கு அதை அதில் இதன் இதற்கு இதை இதில் இதனை
      அதனை இதனால் அதனால் தன் தனது தனக்கு தன்னை தங்கள் மற்றும் அல்லது ஆனால் ஆகவே எனவே ஆகையால்
      ஏனெனில் ஏனென்றால் எனினும் ஆயினும் இருப்பினும் என்று என என்ற என்னும் எனும் என்பது என்பதை
      என்றும் என்றால் எப்போது எங்கு எங்கே எப்படி ஏன் என்ன எவ்வாறு எத்தனை எவ்வளவு இங்கு இங்கே அங்கு
      அங்கே இப்போது அப்போது இப்படி அப்படி அவ்வாறு இவ்வாறு உள்ள உள்ளது உள்ளன உள்ளார் உள்ளனர்
      இருந்து இருந்த இருந்தது இருந்தன இருந்தார் இருக்கும் இருக்கிறது இருக்கின்றன ஆகும் ஆக ஆன ஆனது
      ஆகிய ஆகியவை ஆகியோர் உண்டு இல்லை இல்லாமல் இல்லாத அல்ல அன்று வேண்டும் வேண்டிய கூடாது முடியும்
      முடியாது செய்து செய்ய செய்த செய்தார் கொண்டு கொண்ட வந்த வந்து போன்ற போல போல் பற்றி குறித்து
      மூலம் வரை வழியாக மீது மேல் கீழ் முன் பின் பிறகு பின்னர் முன்னர் இடையே உடன் கூட மட்டும்
      மட்டுமே தவிர விட எல்லா அனைத்து அனைவரும் சில பல மிக மிகவும் மேலும் மற்ற வேறு பிற ஒவ்வொரு
      ஒன்று அதே இதே தானே இன்னும் மீண்டும்)"},
    StopList{"turkish", "tr tur", R"(
      ve veya ya yahut ile ama fakat ancak lakin oysa oysaki halbuki çünkü zira ki eğer ise de da
      dahi hem ne hatta yani üstelik madem bir bu şu o bunu bunun buna bunda bundan bunlar bunları
      bunların bunlara şunu şunun şuna şunlar onu onun ona onda ondan onlar onları onların onlara
      onlardan ben beni benim bana bende benden sen seni senin sana sende senden biz bizi bizim
      bize bizde bizden siz sizi sizin size sizde sizden kendi kendini kendine kendisi kendisini
      kendisine kendileri birbirine birbirini kim kimi kimin kime kimse kimler hangi hangisi neden
      niçin niye nasıl nerede nereye nereden nere kaç neyi neye neler mi mı mu mü gibi kadar için
      göre karşı doğru rağmen dolayı ötürü üzere beri önce sonra dek değin boyunca dışında içinde
      üzerinde üzerine altında arasında arasındaki yanında hakkında tarafından içinden itibaren
      her hep hepsi herkes hiç hiçbir bazı bazıları birçok birkaç biri birisi birbiri tüm bütün
      çoğu çok daha en az pek fazla böyle şöyle öyle aynı başka diğer diğerleri şey şeyi şeyler
      değil yok var evet hayır artık hâlâ hala henüz yine gene bile sadece yalnız yalnızca zaten
      belki şimdi burada orada şurada buraya oraya burası olan olarak olduğu olduğunu olduğundan
      olması olmasını olmak olup olur oldu olmuş olacak olsa olmadığı olmayan oldukça idi imiş
      iken diye dedi eden edilen ederek etmek etti edecek eder yapılan yapan yaptığı böylece
      ayrıca nedeniyle)"},
    StopList{"yiddish", "yi yid", R"(
      דער די דאָס דעם דאס אַ אַן א און אָדער אדער אָבער אבער נאָר נאר ווײַל ווייל אַז אז אויב צי
      ווען ווי וווּ ווו וואו וואָס וואס ווער וועמען וועמענס וועלכער וועלכע וועלכעס פֿאַר פאר פאַר
      פֿון פון אין אויף אויפֿן אויפן מיט צו צום בײַ ביי בײַם אָן פֿאַרן פארן נאָך נאך איבער אונטער
      צווישן קעגן דורך ביז זינט לויט אַרום ארום אַחוץ פֿונעם פונעם אינעם פונם איך מיך מיר דו דיך
      דיר ער אים זי איר עס אונדז אונז אײַך אייך זיי זיך מען מײַן מיין מײַנע דײַן דיין דײַנע זײַן
      זיין זײַנע זיינע אירע אונדזער אונדזערע אײַער אייער זייער זייערע דאָזיקער דאָזיקע יענער יענע
      יענעם אַזאַ אזא אַזוי אזוי דאָ דא דאָרט דארט דאָרטן איצט דעמאָלט דעמאלט שוין נישט ניט קיין
      יאָ נײן ניין אויך אָט אט דאָך דאך טאַקע גאָר גאר מער ווייניקער אַלע אלע אַלץ אלץ אַנדער
      אַנדערע אנדערע יעדער יעדע יעדן עמעצער עפּעס עפעס קיינער גאָרנישט גארנישט סך ביידע אייגן
      אייגענע אַליין אליין זעלבער זעלבע בין ביסט איז זענען זײַנען זיינען זענט געווען וועל וועסט
      וועט וועלן האָב האב האָסט האָט האט האָבן האבן געהאַט געהאט ווערן ווערט געוואָרן געווארן קען
      קענען קענסט קאָן קאָנען מוז מוזן זאָל זאל זאָלן זאלן וויל ווילן וואָלט וואלט וואָלטן פֿלעג
      מעג דאַרף דארף פאַרוואָס פארוואס וויפֿל וויפל וואָסער ווידער תמיד קיינמאָל)"},
};

// The words between blanks and line ends.
std::vector<std::string_view> words_in(std::string_view text) {
  constexpr std::string_view blanks = " \n";
  std::vector<std::string_view> words;
  std::size_t end = 0;
  for (std::size_t begin;
       (begin = text.find_first_not_of(blanks, end)) != std::string_view::npos;) {
    end = std::min(text.find_first_of(blanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
  }
  return words;
}

bool is_called(const StopList& list, std::string_view language) {
  return list.name == language || std::ranges::count(words_in(list.codes), language) > 0;
}

}  // namespace

std::span<const StopList> stop_lists() {
  return lists;
}

const StopList* find_stop_list(std::string_view language) {
  if (language == "porter") language = "english";  // as a stemmer
  const auto* const at =
      std::ranges::find_if(lists, [&](const StopList& list) { return is_called(list, language); });
  return at == lists.end() ? nullptr : at;
}

std::vector<std::string> words_of(const StopList& list) {
  std::vector<std::string> words;
  for (const std::string_view word : words_in(list.words)) {
    words.emplace_back(word);
    const std::size_t apostrophe = word.find('\'');
    if (apostrophe == std::string_view::npos) continue;
    words.emplace_back(word);
    words.back().replace(apostrophe, 1, "\u2019");
  }
  return words;
}

std::vector<std::string> stop_words_of(std::string_view language) {
  if (const StopList* const list = find_stop_list(language)) return words_of(*list);
  std::vector<std::string_view> known;
  for (const StopList& list : lists) known.push_back(list.name);
  throw Error::argument("stopwords", "there are no stop words for '" + printable(language) + "'",
                        fmt::format("use one of {}", fmt::join(known, ", ")));
}

}  // namespace subintent::internal
