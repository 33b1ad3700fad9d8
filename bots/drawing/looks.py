"""Colours and strokes of the picture: the page's own wood, ivory and ebony."""

from typing import Final

STYLE: Final = """
.plate{fill:#fffdf8}.plate.active{fill:#f9e7cf}.edge{fill:#9c4a1f}
.frame{fill:#54351f}.field{fill:#ead9b5}.tray{fill:#3d2616}
.point.light{fill:#cf9a63}.point.dark{fill:#8e4a2b}
.white .rim{fill:#fbf5e6;stroke:#6b5238;stroke-width:2}
.white .inner{fill:none;stroke:#d9c7a3;stroke-width:3.5}
.black .rim{fill:#2d2521;stroke:#0f0c0a;stroke-width:2}
.black .inner{fill:none;stroke:#5a4b42;stroke-width:3.5}
.shade{fill:#2b1a0e;opacity:.28}
.home.white{fill:#fbf5e6}.home.black{fill:#15110f}
.way{fill:none;stroke-width:3.5;stroke-linecap:round;stroke-linejoin:round}
.way.white{stroke:#fbf5e6}.way.black{stroke:#15110f}
.moved{fill:none;stroke:#ffb81c;stroke-width:7}
.left{fill:#ffb81c;fill-opacity:.16;stroke:#f0a000;stroke-width:5;stroke-dasharray:9 9}
.die.white rect{fill:#fffaf0;stroke:#3d2616;stroke-width:2.5}.die.white circle{fill:#2b2320}
.die.black rect{fill:#2d2521;stroke:#0f0c0a;stroke-width:2.5}.die.black circle{fill:#fbf5e6}
.used{opacity:.36}
.cube rect{fill:#f7ecd2;stroke:#2b2320;stroke-width:3}.cube.offered rect{fill:#ffd76a}
.pen{fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-width:2.3}
.bold{stroke-width:2.9}
.on-wood{stroke:#f3dfbc}.ink{stroke:#2b2320}.dim{stroke:#75685c}.bright{stroke:#fffaf2}
.box{fill:#fffdf8;stroke:#ddd0bd;stroke-width:2.5}.box.running{fill:#9c4a1f;stroke:#9c4a1f}
.box.short{fill:#a12c2c;stroke:#a12c2c}.box.still{fill:#f0e9de;stroke:#f0e9de}
""".replace("\n", "")
