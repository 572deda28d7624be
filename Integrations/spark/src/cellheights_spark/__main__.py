"""`python -m cellheights_spark`, and the file that `spark-submit` takes."""

import sys

from cellheights_spark.job import main

sys.exit(main())
